/** Values and things of the owner's that another device overwrote or deleted unseen, as long as they can be put back. */
import type { NoticeRow } from "@shelv/contract/notice";
import { type OwnerRow, OWNER_TABLE_NAMES, type OwnerTable } from "@shelv/contract/owner-tables";
import { droppedCategoryOf, droppedNoticesOf, restoreNotice } from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import { bootQuery } from "#local-store/boot/boot-query";
import type { ReadableStore } from "#local-store/readable-store";

/** `row` is missing where the notice is of a deleted thing. Nothing restores the notices that were dropped. */
export type OpenNotice = { notice: NoticeRow; row: OwnerRow | undefined; restore: Mutation[] };

/** Newest first. An overwritten value whose row is gone or says the same again is left out, and a deleted thing that is back. */
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
