/** Values and rows that another device overwrote or deleted unseen, while they can be restored. */
import type { NoticeRow } from "@shelv/contract/notice";
import { type OwnerRow, OWNER_TABLE_NAMES, type OwnerTable } from "@shelv/contract/owner-tables";
import { droppedCategoryOf, droppedNoticesOf, restoreNotice } from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import { type ReadableStore, bootQuery } from "#local-store/readable-store";

/**
 * `row` is undefined for a deleted row. `restore` is empty for a notice that counts others that were dropped.
 */
export type OpenNotice = { notice: NoticeRow; row: OwnerRow | undefined; restore: Mutation[] };

/** Newest first, without those that are obsolete: the row is gone, has the value again, or is restored. */
export const openNotices = bootQuery(async (store: ReadableStore): Promise<OpenNotice[]> => {
  const open: OpenNotice[] = [];
  const dropped: OpenNotice[] = [];
  for (const notice of (await store.notices.toArray()).toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    if (!isKnown(notice.table)) continue;
    const row = await store.view(notice.table).get(notice.rowId);
    const restore = restoreNotice(notice, row);
    if (droppedNoticesOf(notice) !== null) dropped.push({ notice, row: undefined, restore: [] });
    else if (restore) open.push({ notice, row, restore });
    else if (row && droppedCategoryOf(notice) !== null) open.push({ notice, row, restore: [] });
  }
  return [...open, ...dropped];
});

const isKnown = (table: string): table is OwnerTable =>
  (OWNER_TABLE_NAMES as readonly string[]).includes(table);
