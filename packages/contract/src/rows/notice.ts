import * as v from "valibot";
import { id } from "#values/id";

/**
 * An owner's value that another device overwrote unseen. Only the server creates notices; devices delete
 * them. For a category deleted before an item joined it, `field` is the item's `categoryIds`, and `lost` its
 * `{id, name}`. Builds skip fields that they do not know.
 */
export const noticeRow = v.object({
  id,
  table: v.string(),
  rowId: v.string(),
  field: v.string(),
  lost: v.unknown(),
  /** The value that replaced it, at that time. */
  kept: v.unknown(),
  /** By the server's clock, ISO 8601. */
  at: v.string(),
});
export type NoticeRow = v.InferOutput<typeof noticeRow>;

/** A row deleted without its latest edit: `lost` is a `DeletedThing`. No table has a field of this name. */
export const DELETED_FIELD = "deleted";

/** Several choices of the page's look at once: `lost` and `kept` are records by field. */
export const LOOK_FIELD = "look";

/** Counts the notices dropped above `NOTICES_MAX`: `lost` is their number. */
export const MORE_FIELD = "more";

/**
 * An item lost a category on its way to another shelf, where none has that name (`lost`): one device moved
 * the item, another put it into the category.
 */
export const DROPPED_CATEGORY_FIELD = "droppedCategory";

export const deletedThing = v.object({
  name: v.string(),
  /** Of a shelf: the items that went with it. */
  items: v.optional(v.number()),
  /** Of a social link: what brings it back. */
  link: v.optional(v.object({ value: v.string(), position: v.string() })),
});
export type DeletedThing = v.InferOutput<typeof deletedThing>;

/** For each account; the oldest are dropped and counted in one notice. */
export const NOTICES_MAX = 50;
export const NOTICE_RETENTION_MS = 30 * 24 * 60 * 60_000;
