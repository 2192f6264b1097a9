import * as v from "valibot";
import { id } from "#values/id";

/**
 * An owner's value that another device overwrote unseen; only the server creates notices. For a category
 * deleted before an item joined it, `field` is `categoryIds`, and `lost` its `{id, name}`. Builds skip
 * unknown fields.
 */
export const noticeRow = v.object({
  id,
  table: v.string(),
  rowId: v.string(),
  field: v.string(),
  lost: v.unknown(),
  kept: v.unknown(),
  /** By the server's clock. */
  at: v.string(),
});
export type NoticeRow = v.InferOutput<typeof noticeRow>;

/** A row deleted without its latest edit: `lost` is a `DeletedThing`. No table has this field. */
export const DELETED_FIELD = "deleted";

/** For several choices of the page's look: `lost` and `kept` are records by field. */
export const LOOK_FIELD = "look";

/** `lost` is the number of notices dropped above `NOTICES_MAX`. */
export const MORE_FIELD = "more";

/**
 * One device moved an item to a shelf without a category of this name (`lost`), while another put the item
 * into it.
 */
export const DROPPED_CATEGORY_FIELD = "droppedCategory";

export const deletedThing = v.object({
  name: v.string(),
  /** How many items went with a shelf. */
  items: v.optional(v.number()),
  /** Restores a deleted social link. */
  link: v.optional(v.object({ value: v.string(), position: v.string() })),
});
export type DeletedThing = v.InferOutput<typeof deletedThing>;

/** Per account; the oldest are dropped and counted in one notice. */
export const NOTICES_MAX = 50;
export const NOTICE_RETENTION_MS = 30 * 24 * 60 * 60_000;
