import * as v from "valibot";
import { id } from "./id.ts";

/**
 * A value of the owner's that another device overwrote unseen, so that the owner can restore it. Only the
 * server creates notices; devices only delete them. The same for a category that was deleted before an item
 * joined it: `field` is the item's `categoryIds`, `lost` the category's `{id, name}`.
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

/** Per account; the oldest are dropped. */
export const NOTICES_MAX = 50;
export const NOTICE_RETENTION_MS = 30 * 24 * 60 * 60_000;
