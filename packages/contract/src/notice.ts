import * as v from "valibot";
import { id } from "./id.ts";

/**
 * A value of the owner's that another device overwrote unseen, so that the owner can restore it. Only the
 * server creates notices; devices only delete them. The same for a category that was deleted before an item
 * joined it: `field` is the item's `categoryIds`, `lost` the category's `{id, name}`. And the same for a row
 * that a device deleted without its latest edit: `field` is `DELETED_FIELD`. Builds skip fields that they do
 * not know.
 */
export const noticeRow = v.object({
  id,
  /** Table, row and field of the value. */
  table: v.string(),
  rowId: v.string(),
  field: v.string(),
  lost: v.unknown(),
  /** The value at the time that replaced it. */
  kept: v.unknown(),
  /** When it was overwritten, by the server's clock, ISO 8601. */
  at: v.string(),
});
export type NoticeRow = v.InferOutput<typeof noticeRow>;

/** Of a notice about a deleted row: `lost` is a `DeletedThing`. No table has a field of this name. */
export const DELETED_FIELD = "deleted";

/** Of a notice that several choices of the page's look were overwritten at once: `lost` and `kept` are records by field. */
export const LOOK_FIELD = "look";

/** Of the one notice that counts those dropped above `NOTICES_MAX`: `lost` is their number. */
export const MORE_FIELD = "more";

/**
 * Of a notice that an item lost a category on its way to another shelf, where none has that name: `lost` is the
 * category's name. One device moved the item, another put it into the category.
 */
export const DROPPED_CATEGORY_FIELD = "droppedCategory";

/** What a notice shows of a deleted thing. */
export const deletedThing = v.object({
  name: v.string(),
  /** Of a shelf: how many items went with it. */
  items: v.optional(v.number()),
  /** Of a social link: what brings it back. */
  link: v.optional(v.object({ value: v.string(), position: v.string() })),
});
export type DeletedThing = v.InferOutput<typeof deletedThing>;

/** Per account; the oldest are dropped and counted in one notice. */
export const NOTICES_MAX = 50;
export const NOTICE_RETENTION_MS = 30 * 24 * 60 * 60_000;
