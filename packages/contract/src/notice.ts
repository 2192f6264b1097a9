import * as v from "valibot";
import { id } from "./id.ts";

/**
 * A value of the owner's that another device overwrote without having seen it, offered back. The server writes it, when it
 * sees that happen; devices only take it away. A category that was deleted before an item came into it is offered back in the
 * same way: `field` is the item's `categoryIds`, `lost` the category's `{id, name}`.
 */
export const noticeRow = v.object({
  id,
  /** Where the value was: table, row and field. */
  table: v.string(),
  rowId: v.string(),
  field: v.string(),
  lost: v.unknown(),
  /** What stands there instead, as it was written then. */
  kept: v.unknown(),
  /** When it was overwritten, by the server's clock, ISO 8601. */
  at: v.string(),
});
export type NoticeRow = v.InferOutput<typeof noticeRow>;

/** The newest of one account. Older ones make room. */
export const NOTICES_MAX = 50;
export const NOTICE_KEPT_MS = 30 * 24 * 60 * 60_000;
