import { PICTURE_FIELDS } from "@shelv/contract/rows/item";
import {
  DELETED_FIELD,
  DROPPED_CATEGORY_FIELD,
  LOOK_FIELD,
  MORE_FIELD,
  type DeletedThing,
  deletedThing,
  type NoticeRow,
} from "@shelv/contract/rows/notice";
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { SocialPlatform } from "@shelv/contract/rows/social-link";
import { dequal } from "dequal/lite";
import * as v from "valibot";
import type { Mutation } from "./mutations.ts";

/**
 * Restores the value and dismisses the notice. Null if the row is gone, or has the value again. `row`: as it
 * is now.
 */
export function restoreNotice(notice: NoticeRow, row: OwnerRow | undefined): Mutation[] | null {
  const { table, rowId: id, field, lost } = notice;
  if (field === DELETED_FIELD) return row ? null : bringBack(notice);
  if (field === LOOK_FIELD) return restoreLook(notice, row);
  if (table === "items" && field === "categoryIds")
    return rejoin(notice, row as OwnerRow<"items"> | undefined);
  const now = (row as Readonly<Record<string, unknown>> | undefined)?.[field];
  const edit = EDITS[table as OwnerTable];
  if (!row || !edit || now === undefined || dequal(now, lost)) return null;
  const mutation = edit({ id, patch: { [field]: lost }, was: { [field]: now } }, row);
  return mutation ? [mutation, dismissal(notice)] : null;
}

export const isOfPicture = ({ table, field }: NoticeRow): boolean =>
  table === "items" && (PICTURE_FIELDS as readonly string[]).includes(field);

/**
 * A picture and its cut-out are restored together: a replaced picture gets its own cut-out or none.
 * `notices`: those of one edit of the item, with `isOfPicture`.
 */
export function restorePicture(
  notices: readonly NoticeRow[],
  item: OwnerRow<"items"> | undefined,
): { lost: PictureOfItem; mutations: Mutation[] } | null {
  if (!item) return null;
  const now = pictureOf(item);
  const values = Object.fromEntries(
    notices.map(({ field, lost }) => [field, lost]),
  ) as Partial<PictureOfItem>;
  const isOtherPicture = "picture" in values && values.picture !== now.picture;
  const hasOwnCutout = !isOtherPicture || "cutout" in values;
  const lost = { ...now, ...(hasOwnCutout ? {} : { cutout: null, showsCutout: false }), ...values };
  if (dequal(lost, now)) return null;
  const edit: Mutation = { name: "item.update", args: { id: item.id, patch: lost, was: now } };
  return { lost, mutations: [edit, ...notices.map(dismissal)] };
}

export type PictureOfItem = Pick<OwnerRow<"items">, "picture" | "cutout" | "showsCutout">;

const pictureOf = ({ picture, cutout, showsCutout }: PictureOfItem): PictureOfItem => ({
  picture,
  cutout,
  showsCutout,
});

export function droppedNoticesOf({ field, lost }: NoticeRow): number | null {
  return field === MORE_FIELD && typeof lost === "number" ? lost : null;
}

export function droppedCategoryOf({ field, lost }: NoticeRow): string | null {
  return field === DROPPED_CATEGORY_FIELD && typeof lost === "string" ? lost : null;
}

export function lostLookOf({ field, lost }: NoticeRow): Readonly<Record<string, unknown>> | null {
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), lost);
  return field === LOOK_FIELD && parsed.success ? parsed.output : null;
}

/** Null when the page has that look again. */
function restoreLook(notice: NoticeRow, row: OwnerRow | undefined): Mutation[] | null {
  if (row?.id !== "appearance") return null;
  const now: Readonly<Record<string, unknown>> = row;
  const patch = Object.fromEntries(
    Object.entries(lostLookOf(notice) ?? {}).filter(
      ([field, value]) => field in now && !dequal(now[field], value),
    ),
  );
  const was = Object.fromEntries(Object.keys(patch).map((field) => [field, now[field]]));
  const edit = Object.keys(patch).length > 0 && EDITS.singles?.({ id: row.id, patch, was }, row);
  return edit ? [edit, dismissal(notice)] : null;
}

export function deletedThingOf({ field, lost }: NoticeRow): DeletedThing | null {
  const parsed = v.safeParse(deletedThing, lost);
  return field === DELETED_FIELD && parsed.success ? parsed.output : null;
}

function bringBack(notice: NoticeRow): Mutation[] | null {
  const { rowId: id } = notice;
  const thing = deletedThingOf(notice);
  const back = thing && BRING_BACK[notice.table as OwnerTable]?.(id, thing);
  return back ? [back, dismissal(notice)] : null;
}

const BRING_BACK: Partial<Record<OwnerTable, (id: string, thing: DeletedThing) => Mutation | null>> = {
  shelves: (id) => ({ name: "shelf.restore", args: { id } }),
  items: (id) => ({ name: "item.restore", args: { id } }),
  categories: (id) => ({ name: "category.restore", args: { id, itemIds: [] } }),
  socialLinks: (id, { link }) =>
    link ? { name: "social-link.set", args: { id: id as SocialPlatform, ...link } } : null,
};

const goneCategory = v.object({ id: v.string(), name: v.string() });

export function goneCategoryOf({ table, field, lost }: NoticeRow): { id: string; name: string } | null {
  const parsed = v.safeParse(goneCategory, lost);
  return table === "items" && field === "categoryIds" && parsed.success ? parsed.output : null;
}

/** Restores the category if needed. */
function rejoin(notice: NoticeRow, item: OwnerRow<"items"> | undefined): Mutation[] | null {
  const category = goneCategoryOf(notice);
  if (!item || !category || item.categoryIds.includes(category.id)) return null;
  const categories = { add: [category.id], remove: [] };
  return [
    { name: "category.restore", args: { id: category.id, itemIds: [] } },
    { name: "item.update", args: { id: item.id, patch: {}, was: {}, categories } },
    dismissal(notice),
  ];
}

export const dismissal = ({ id }: NoticeRow): Mutation => ({ name: "notice.dismiss", args: { id } });

type Edit = { id: string; patch: Record<string, unknown>; was: Record<string, unknown> };

/** The mutator rejects a stored value if its rules have changed since. */
const EDITS: Partial<Record<OwnerTable, (edit: Edit, row: OwnerRow) => Mutation | null>> = {
  shelves: (args) => ({ name: "shelf.update", args }),
  categories: (args) => ({ name: "category.update", args }),
  items: (args) => ({ name: "item.update", args }),
  singles: ({ id, patch, was }) => {
    if (id === "profile") return { name: "profile.update", args: { patch, was } };
    if (id === "appearance") return { name: "appearance.update", args: { patch, was } };
    return id === "settings" ? { name: "settings.update", args: { patch, was } } : null;
  },
  socialLinks: ({ patch, was }, row) => {
    const { id, position } = row as OwnerRow<"socialLinks">;
    return { name: "social-link.set", args: { id, position, value: String(patch.value), was: was.value } };
  },
};
