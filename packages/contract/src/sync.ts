/**
 * The exchange between a device and the server (`POST /api/sync`): the device sends what its owner did, numbered, and
 * says where it stands; the server answers with what changed since.
 *
 * - `mid` numbers a device's mutations 1, 2, 3 … without a hole; the server applies each number once, in order.
 * - `cursor` is the account's version up to which the device has seen rows; `epoch` is the life of the server's
 *   database (a restored backup starts a new one, and numbers and cursors of another epoch mean nothing: the server
 *   applies no mutation that was sent in another, and a device that knows none yet asks before it sends).
 * - `opId` names a mutation whatever number it travels under: numbers tell the order, names tell whether two that bear one
 *   number are the same. (A browser may put back an older copy of the device's store, which then gives numbers anew.)
 * - A response says from where it was computed (`base`); a device that has moved on since throws it away.
 */
import * as v from "valibot";
import { id } from "./id.ts";
import { OWNER_TABLE_NAMES } from "./owner-tables.ts";
import { pictureSha } from "./picture.ts";

/** The wire's own version. A change of any shape below needs a new one. */
export const SYNC_SCHEMA = 5;
export const SYNC_MAX_MUTATIONS = 500;
export const SYNC_MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Deeper than any mutation may be (`mutation-bounds.ts`), so that one that is too deep is refused by itself and holds up no other. */
export const SYNC_MAX_BODY_DEPTH = 32;
/** Rows and deletions in one answer at most; `more` says that there are others. */
export const SYNC_PAGE_ROWS = 2000;

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const mid = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/**
 * A change as it travels. `since` fills a hole: this entry stands for every number from `since` to `mid`, none of which
 * the device can send any more (they were acknowledged, pruned, and then forgotten by a restored server).
 */
const sentMutation = v.object({
  mid,
  since: v.optional(mid),
  /** Missing from devices that speak schema 1, and on an entry that fills a hole. */
  opId: v.optional(id),
  name: v.pipe(v.string(), v.maxLength(60)),
  v: whole,
  args: v.unknown(),
  /** Up to schema 4: its pictures did not come first. Since schema 5 no change waits for its pictures. */
  skipsPictures: v.optional(v.literal(true)),
});
export type SentMutation = v.InferOutput<typeof sentMutation>;

/** The name of the mutation that does nothing: it keeps a number used whose change lives on in the tray. */
export const NO_OP = "no-op";
/** Its arguments, where the change was refused once: a server that has forgotten that can tell it again. */
export const refusedBefore = v.object({
  code: v.pipe(v.string(), v.maxLength(60)),
  message: v.pipe(v.string(), v.maxLength(500)),
});

export const syncRequest = v.object({
  schema: whole,
  clientId: id,
  /** Null on a device that has never synced. */
  epoch: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  cursor: whole,
  /** Results up to this number are safely recorded on the device and may be forgotten. */
  ack: whole,
  /** False while a long queue is being drained: answer with the numbers alone. */
  pull: v.boolean(),
  /** Asks for the next page of an answer that began in this epoch. */
  continues: v.optional(v.boolean(), false),
  /** The answer's `floor`: where more was forgotten since, its next page may lack a deletion. Missing before schema 3. */
  floor: v.optional(whole),
  /** Asks for the digests of the account's rows. */
  digests: v.optional(v.boolean()),
  mutations: v.pipe(v.array(sentMutation), v.maxLength(SYNC_MAX_MUTATIONS)),
});
export type SyncRequest = v.InferOutput<typeof syncRequest>;

/** The most entries of `wants` in one answer. @public */
export const SYNC_MAX_WANTS = 100;

/**
 * One digest for each table, so that a device finds rows that it holds differently from the server. Only a device whose rows
 * have the same `shape` can compare them.
 */
const rowDigests = v.object({ shape: v.string(), tables: v.record(v.string(), v.string()) });
/** @public */
export type RowDigests = v.InferOutput<typeof rowDigests>;

const syncPoint = v.object({ epoch: v.nullable(v.string()), cursor: whole });

/** The server's rows that a device had when its owner made a change: those of this epoch up to this version. */
export const seenPoint = v.object({ epoch: v.pipe(v.string(), v.maxLength(60)), cursor: whole });
export type SeenPoint = v.InferOutput<typeof seenPoint>;

export const syncResponse = v.object({
  base: syncPoint,
  epoch: v.string(),
  cursor: whole,
  /** Deletions up to this version are forgotten. */
  floor: whole,
  /** The highest number of this device that the server has dealt with. */
  lastMid: whole,
  /** The name of the mutation that had that number; null where the server was not told. */
  lastOp: v.nullable(v.string()),
  /** The first number sent was not the next one: nothing was applied. */
  gap: v.boolean(),
  /** Forget the confirmed rows: `rows` starts from nothing. */
  reset: v.boolean(),
  pulled: v.boolean(),
  more: v.boolean(),
  /**
   * The server could not run this one (a bug, or a mutation newer than the server): it and all after it were not tried. `times`
   * counts the tries so far; after enough of them the server rejects the mutation. Missing before schema 5.
   */
  retry: v.nullable(v.object({ mid, times: v.optional(whole) })),
  /**
   * So long the account has to wait until more is done for it: the server stopped after `lastMid`. Where it stopped without this, the
   * rest may come at once. Missing before schema 4; an older device sends at once, and is told to wait by a 429.
   */
  laterMs: v.optional(whole),
  /** Refusals that the device has not acknowledged yet. */
  results: v.array(v.object({ mid, code: v.string(), message: v.string() })),
  rows: v.array(v.object({ table: v.string(), row: v.looseObject({ id: v.string() }) })),
  gone: v.array(v.object({ table: v.string(), id: v.string() })),
  /** SHA-256 of pictures that the account's rows name and the server lacks: a device that has one uploads it. In pulled answers only. */
  wants: v.optional(v.array(pictureSha), []),
  /** Digests of the account's rows at `cursor`, where the request asked for them. */
  digests: v.optional(rowDigests),
});
export type SyncResponse = v.InferOutput<typeof syncResponse>;

/**
 * What one commit changed, told to devices that listen as it happens. Only a device that stands at `base` may use it, and then
 * stands at `cursor`; every other asks. It says nothing of the device's own changes: whose they are hears of them by its answer.
 */
export const syncNews = v.object({
  base: v.object({ epoch: v.string(), cursor: whole }),
  cursor: whole,
  rows: syncResponse.entries.rows,
  gone: syncResponse.entries.gone,
});
export type SyncNews = v.InferOutput<typeof syncNews>;
/** More rows than this are asked for. */
export const SYNC_NEWS_MAX_ROWS = 20;

/** Whether this build knows a table that the server speaks of; a newer server may have more. */
export const isOwnerTable = (name: string): name is (typeof OWNER_TABLE_NAMES)[number] =>
  (OWNER_TABLE_NAMES as readonly string[]).includes(name);
