/**
 * `POST /api/sync`: the device pushes its mutations; the server answers with the changes since the device's
 * cursor.
 *
 * - `mid` numbers a device's mutations 1, 2, 3 … without a gap; the server applies each once, in order.
 * - `cursor`: the account's version up to which the device has pulled. `epoch`: a restored backup starts a
 *   new one, and the server ignores mutations and cursors of another. A device without an epoch pulls first.
 * - `opId` is a mutation's idempotency key: a browser that restored an older store uses a `mid` twice.
 * - `base`: epoch and cursor of the request; a device that has other ones by then discards the response.
 */
import * as v from "valibot";
import { id } from "./values/id.ts";
import { OWNER_TABLE_NAMES } from "./rows/owner-tables.ts";
import { pictureSha } from "./rows/picture.ts";

/** A change of any shape below needs a new number; an optional field of the answer does not. */
export const SYNC_SCHEMA = 1;
export const SYNC_MAX_MUTATIONS = 500;
export const SYNC_MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Deeper than any valid mutation (`mutation-bounds.ts`), so that only the too deep mutation is rejected. */
export const SYNC_MAX_BODY_DEPTH = 32;
/** Rows and deletions per answer. */
export const SYNC_PAGE_ROWS = 2000;
/** Characters of texts per answer, but at least `SYNC_ROWS_AT_ONCE` rows. */
export const SYNC_PAGE_TEXT = 1_000_000;
/** Rows read at a time: the longest texts of so many take 100 ms. */
export const SYNC_ROWS_AT_ONCE = 100;
/** Wanted pictures per answer. */
export const SYNC_PAGE_WANTS = 1000;

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const mid = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * `since` fills a gap: the entry covers the numbers from it to `mid`, which the device has pruned and a
 * restored server lacks.
 */
const sentMutation = v.object({
  mid,
  since: v.optional(mid),
  /** Missing on an entry that fills a gap. */
  opId: v.optional(id),
  name: v.pipe(v.string(), v.maxLength(60)),
  v: whole,
  args: v.unknown(),
});
export type SentMutation = v.InferOutput<typeof sentMutation>;

/** Each entry's numbers are above those before it. */
function doNumbersRise(mutations: SentMutation[]): boolean {
  return mutations.every(({ mid, since = mid }, at) => since <= mid && since > (mutations[at - 1]?.mid ?? 0));
}

/** Does nothing: it uses the number of a change in the Rejected tray. */
export const NO_OP = "no-op";
/** The arguments of a no-op for a rejected change: a restored server stores a lost rejection again. */
export const refusedBefore = v.object({
  code: v.pipe(v.string(), v.maxLength(60)),
  message: v.pipe(v.string(), v.maxLength(500)),
});

export const syncRequest = v.object({
  schema: whole,
  clientId: id,
  /** Null before the first sync. */
  epoch: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  cursor: whole,
  /** The device has the results up to here; the server may delete them. */
  ack: whole,
  /** False while a long queue drains: the answer has no rows. */
  pull: v.boolean(),
  /** Requests the next page of this epoch. */
  continues: v.optional(v.boolean(), false),
  /** The first page's `floor`: if it has risen, the next page may lack a deletion. */
  floor: v.optional(whole),
  /** The last wanted picture of the page before. */
  wantsAfter: v.optional(pictureSha),
  digests: v.optional(v.boolean()),
  mutations: v.pipe(
    v.array(sentMutation),
    v.maxLength(SYNC_MAX_MUTATIONS),
    v.check(doNumbersRise, "The numbers of the changes must rise"),
  ),
});
export type SyncRequest = v.InferOutput<typeof syncRequest>;

/** By table. Only devices with the same `shape` can compare them. */
const rowDigests = v.object({ shape: v.string(), tables: v.record(v.string(), v.string()) });
/** @public */
export type RowDigests = v.InferOutput<typeof rowDigests>;

const syncPoint = v.object({ epoch: v.nullable(v.string()), cursor: whole });

export const seenPoint = v.object({ epoch: v.pipe(v.string(), v.maxLength(60)), cursor: whole });
export type SeenPoint = v.InferOutput<typeof seenPoint>;

export const syncResponse = v.object({
  base: syncPoint,
  epoch: v.string(),
  cursor: whole,
  /** Deletions up to this version are dropped: an older cursor starts over. */
  floor: whole,
  /** Of this device's last processed mutation, applied or rejected. */
  lastMid: whole,
  /** The `opId` of that mutation; null if unknown. */
  lastOp: v.nullable(v.string()),
  /** The first mutation's number was not the next one: nothing was applied. */
  gap: v.boolean(),
  /** The device must drop its confirmed rows and start over with `rows`. */
  reset: v.boolean(),
  pulled: v.boolean(),
  more: v.boolean(),
  /**
   * The server could not run this mutation (a bug, or it is newer than the server), nor any after it.
   * `times`: tries so far; after enough it is rejected.
   */
  retry: v.nullable(v.object({ mid, times: whole })),
  /** The server stopped after `lastMid`; the account sends the rest after this time. */
  laterMs: v.optional(whole),
  /** Rejections that the device has not acknowledged. */
  results: v.array(v.object({ mid, code: v.string(), message: v.string() })),
  rows: v.array(v.object({ table: v.string(), row: v.looseObject({ id: v.string() }) })),
  gone: v.array(v.object({ table: v.string(), id: v.string() })),
  /**
   * Pictures that rows name and the server lacks: a device that has one uploads it. Sent after the last row.
   */
  wants: v.array(pictureSha),
  /** Of the rows at `cursor`, if requested. */
  digests: v.optional(rowDigests),
  /** The server's clock. A device deletes by age only while its own agrees. */
  serverMs: whole,
});
export type SyncResponse = v.InferOutput<typeof syncResponse>;

/**
 * The rows of one commit. A device at `base` applies them and is then at `cursor`; any other pulls. The
 * device that pushed them gets no poke.
 */
export const pokeBody = v.object({
  base: v.object({ epoch: v.string(), cursor: whole }),
  cursor: whole,
  rows: syncResponse.entries.rows,
  gone: syncResponse.entries.gone,
});
export type PokeBody = v.InferOutput<typeof pokeBody>;
/** If more changed, devices pull. */
export const POKE_MAX_ROWS = 20;

/** False for a table that only a newer server has. */
export const isOwnerTable = (name: string): name is (typeof OWNER_TABLE_NAMES)[number] =>
  (OWNER_TABLE_NAMES as readonly string[]).includes(name);
