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
  kept: v.unknown(),
  /** By the server's clock, in ISO 8601. */
  at: v.string(),
});
export type NoticeRow = v.InferOutput<typeof noticeRow>;

/** A row deleted without its latest edit: `lost` is a `DeletedThing`. No table has a field of this name. */
export const DELETED_FIELD = "deleted";

/** The field of a notice about several choices of the page's look: `lost` and `kept` are records by field. */
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
  /** How many items went with a shelf. */
  items: v.optional(v.number()),
  /** The value and position that restore a deleted social link. */
  link: v.optional(v.object({ value: v.string(), position: v.string() })),
});
export type DeletedThing = v.InferOutput<typeof deletedThing>;

/** The most of an account; the oldest are dropped and counted in one notice. */
export const NOTICES_MAX = 50;
export const NOTICE_RETENTION_MS = 30 * 24 * 60 * 60_000;
