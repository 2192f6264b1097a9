/**
 * `POST /api/sync`: the device pushes its mutations; the server answers with the changes since the device's
 * cursor.
 *
 * - `mid` numbers a device's mutations 1, 2, 3 … without a gap; the server applies each once, in order.
 * - `cursor`: the account's version up to which the device has pulled. `epoch`: a restored backup starts a
 *   new one, and the server ignores mutations and cursors of another. A device without an epoch pulls first.
 * - `opId` is a mutation's idempotency key, whatever its number: a browser may restore an older store, which
 *   uses numbers twice.
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
/**
 * How deep a body may be nested: deeper than any valid mutation (`mutation-bounds.ts`), so that a mutation
 * that is too deep is rejected alone.
 */
export const SYNC_MAX_BODY_DEPTH = 32;
/** Rows and deletions in one answer. */
export const SYNC_PAGE_ROWS = 2000;
/** Characters of the rows' texts in one answer, but at least `SYNC_ROWS_AT_ONCE` rows. */
export const SYNC_PAGE_TEXT = 1_000_000;
/** Rows that are read at a time: the longest texts of so many take 100 ms. */
export const SYNC_ROWS_AT_ONCE = 100;
/** Wanted pictures in one answer. */
export const SYNC_PAGE_WANTS = 1000;

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const mid = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * `since` fills a gap: the entry covers all numbers from it to `mid`, which the device has pruned and a
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

/** Each entry has numbers of its own, above those before it. */
function doNumbersRise(mutations: SentMutation[]): boolean {
  return mutations.every(({ mid, since = mid }, at) => since <= mid && since > (mutations[at - 1]?.mid ?? 0));
}

/** A mutation that does nothing: it uses the number of a change in the Rejected tray. */
export const NO_OP = "no-op";
/**
 * The arguments of a no-op if the server rejected the change: a restored server that lost the rejection
 * stores it again.
 */
export const refusedBefore = v.object({
  code: v.pipe(v.string(), v.maxLength(60)),
  message: v.pipe(v.string(), v.maxLength(500)),
});

export const syncRequest = v.object({
  schema: whole,
  clientId: id,
  /** The device's epoch; null before the first sync. */
  epoch: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  cursor: whole,
  /** The device has the results up to this number; the server may delete them. */
  ack: whole,
  /** False while a long queue drains: the answer has no rows. */
  pull: v.boolean(),
  /** Requests the next page of an answer of this epoch. */
  continues: v.optional(v.boolean(), false),
  /** The answer's `floor`, with `continues`: if it has risen since, the next page may lack a deletion. */
  floor: v.optional(whole),
  /** The last wanted picture so far; pages give them in order. */
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

/** `epoch`: null before the first sync. */
const syncPoint = v.object({ epoch: v.nullable(v.string()), cursor: whole });

export const seenPoint = v.object({ epoch: v.pipe(v.string(), v.maxLength(60)), cursor: whole });
export type SeenPoint = v.InferOutput<typeof seenPoint>;

export const syncResponse = v.object({
  base: syncPoint,
  epoch: v.string(),
  cursor: whole,
  /** Deletions up to this version are dropped: a device with an older cursor starts over. */
  floor: whole,
  /** Of this device's last mutation that the server has processed, applied or rejected. */
  lastMid: whole,
  /** The `opId` of that mutation; null if the server does not know it. */
  lastOp: v.nullable(v.string()),
  /** The number of the first mutation was not the next one: nothing was applied. */
  gap: v.boolean(),
  /** The device must drop its confirmed rows: `rows` starts from the beginning. */
  reset: v.boolean(),
  pulled: v.boolean(),
  more: v.boolean(),
  /**
   * The server could not run this mutation (a bug, or it is newer than the server), and ran none after it.
   * `times`: tries so far; after enough the server rejects it.
   */
  retry: v.nullable(v.object({ mid, times: whole })),
  /** The server stopped after `lastMid`: the account waits this long before it sends the rest. */
  laterMs: v.optional(whole),
  /** Rejections that the device has not acknowledged. */
  results: v.array(v.object({ mid, code: v.string(), message: v.string() })),
  rows: v.array(v.object({ table: v.string(), row: v.looseObject({ id: v.string() }) })),
  gone: v.array(v.object({ table: v.string(), id: v.string() })),
  /**
   * The SHA-256s of pictures that rows name and the server lacks: a device that has such a picture uploads
   * it. Sent after the last row, and without rows.
   */
  wants: v.array(pictureSha),
  /** Of the rows at `cursor`, if requested. */
  digests: v.optional(rowDigests),
  /** The server's clock, in ms. A device deletes by age only while its own agrees. */
  serverMs: whole,
});
export type SyncResponse = v.InferOutput<typeof syncResponse>;

/**
 * The rows of one commit. Only a device at `base` may apply them and is then at `cursor`; any other pulls.
 * The device that pushed them gets no poke.
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
