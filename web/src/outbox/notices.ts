import type { NoticeRow } from "@shelv/contract/rows/notice";
import { type OwnerRow, OWNER_TABLE_NAMES, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import {
  dismissal,
  droppedCategoryOf,
  droppedNoticesOf,
  isOfPicture,
  type PictureOfItem,
  restoreNotice,
  restorePicture,
} from "@shelv/mutators/answer-notice";
import type { Mutation } from "@shelv/mutators/mutations";
import { type ReadableStore, bootQuery } from "#local-store/readable-store";

/**
 * `row` is undefined if deleted. `restore` is empty for a notice that counts dropped ones. `dismiss` keeps
 * the row. `lostPicture`: of an item's picture, whose fields are one notice here.
 */
export type OpenNotice = {
  notice: NoticeRow;
  row: OwnerRow | undefined;
  restore: Mutation[];
  dismiss: Mutation[];
  lostPicture?: PictureOfItem;
};

/** Without obsolete ones: the row is gone, has the value again, or is restored. */
export const openNotices = bootQuery(async (store: ReadableStore): Promise<OpenNotice[]> => {
  const open: OpenNotice[] = [];
  const dropped: OpenNotice[] = [];
  const newestFirst = (await store.notices.toArray()).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const [notice, ...others] of byEdit(newestFirst)) {
    if (!notice || !isKnown(notice.table)) continue;
    const row = await store.view(notice.table).get(notice.rowId);
    const dismiss = [notice, ...others].map(dismissal);
    if (isOfPicture(notice)) {
      const restored = restorePicture([notice, ...others], row as OwnerRow<"items"> | undefined);
      if (restored)
        open.push({ notice, row, restore: restored.mutations, dismiss, lostPicture: restored.lost });
      continue;
    }
    const restore = restoreNotice(notice, row);
    if (droppedNoticesOf(notice) !== null) dropped.push({ notice, row: undefined, restore: [], dismiss });
    else if (restore) open.push({ notice, row, restore, dismiss });
    else if (row && droppedCategoryOf(notice) !== null) open.push({ notice, row, restore: [], dismiss });
  }
  return [...open, ...dropped];
});

/** One edit writes its notices at one time. Those of an item's picture come together, others alone. */
function byEdit(notices: readonly NoticeRow[]): NoticeRow[][] {
  const groups = new Map<string, NoticeRow[]>();
  for (const notice of notices) {
    const key = isOfPicture(notice) ? `${notice.rowId} ${notice.at}` : notice.id;
    groups.set(key, [...(groups.get(key) ?? []), notice]);
  }
  return [...groups.values()];
}

const isKnown = (table: string): table is OwnerTable =>
  (OWNER_TABLE_NAMES as readonly string[]).includes(table);
