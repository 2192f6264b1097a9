/**
 * The one way in which an owner's data changes. A device's outbox and every REST write come here with the same
 * `{name, args}`; the same mutator that ran on the device runs again, on these tables, in the order in which things
 * arrive. A few mutations in one transaction, of one owner, awaiting nothing but its own connection:
 *
 *   lock the owner's counter → same epoch? → same stream? → skip what was applied before → refuse a hole → per mutation: parse,
 *   look for its pictures (of REST writes and of devices up to schema 4), fetch its reads, run, write what changed under the next version, note what was overwritten unseen
 *   → remember the last number and the names
 *
 * A refusal is an answer: it is stored for the device, uses up its number and blocks nothing. A bug stops the batch there
 * (`retry`), and what came before it stays applied; after enough tries over enough time the change is refused.
 */
import { setImmediate } from "node:timers/promises";
import { injectedFaults } from "@shelv/contract/injected-fault";
import { UPLOAD_MAX_BYTES } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { NO_OP, refusedBefore, type SentMutation, type SyncNews } from "@shelv/contract/sync";
import { MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import { type PreparedMutation, prepareMutation } from "@shelv/mutators/mutations";
import type { Context, Deletion } from "@shelv/mutators/mutator";
import { type Kysely, sql } from "kysely";
import * as v from "valibot";
import { fetchReads } from "#database/fetch-reads";
import type { Database } from "#database/open-database";
import { metered } from "#database/row-meter";
import { roomForPictures } from "#database/pictures";
import type { Schema } from "#database/schema";
import {
  appliedOps,
  trimDevice,
  rememberOps,
  type Stream,
  streamOf,
  storeStream,
} from "#database/sync-client";
import { countTry, forgetTries } from "#database/sync-trouble";
import { deletionBegun, takePart } from "./take-part.ts";
import type { WorkLimits } from "./work-limits.ts";
import { noteDeleted, unseenInAll } from "./note-deleted.ts";
import {
  claimStanding,
  noteDroppedCategories,
  noteGoneCategories,
  noteOverwritten,
} from "./note-overwritten.ts";
import { lockOwner, type LockedOwner, newsOf, storeVersion, takeBack, writeAll } from "./owner-version.ts";

/** What the write path needs of the world around it. */
export type WriteHost = {
  db: Database;
  now: () => Date;
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: boolean;
  work: WorkLimits;
  /** Called after each mutation, and after each part of one that goes in several, with what it changed, for what has to happen together with it or not at all. */
  afterApply: (trx: Kysely<Schema>, done: Done) => Promise<void>;
  /** Called once after a commit, with what was applied (refusals are not) and, where that is little, what it changed. */
  onCommit: (userId: string, applied: readonly Applied[], news: SyncNews | null) => void;
  onBug: (error: unknown) => void;
};

/** `epoch` and `version`: where the account is after it. */
export type Done = {
  userId: string;
  clientId: string | null;
  name: string;
  /** What a deletion takes, and what its author had seen. */
  deletes: Deletion | null;
  changes: readonly RowChange[];
  isPart: boolean;
  epoch: string;
  version: number;
  now: Date;
};

const doneBy = (
  { owner: { userId, epoch, version }, clientId }: Pick<Author, "owner" | "clientId">,
  { name, deletes }: Pick<PreparedMutation, "deletes"> & { name: string },
) => ({ userId, clientId, name, deletes, epoch, version });

/** A mutation that took effect; REST writes have no device and no number. */
export type Applied = Pick<SentMutation, "name" | "args"> & {
  clientId: string | null;
  mid: number | null;
  opId: string | null;
};

export type Batch = {
  userId: string;
  clientId: string;
  /** The epoch that the device knows. */
  epoch: string | null;
  /** Whether the pictures that a change names have to be stored before it: for devices up to schema 4. */
  needsPictures: boolean;
  mutations: readonly SentMutation[];
};
/** A change that could not be run, and how often it was tried. */
type Retry = { mid: number; times: number };
/** `isStopped`: the rest is to be sent again. */
export type BatchOutcome = { gap: boolean; retry: Retry | null; isStopped: boolean };
const NOTHING: Committed = {
  gap: false,
  retry: null,
  applied: [],
  news: null,
  isUnfinished: false,
  hasWritten: false,
};

/**
 * Applies what a device sent, a few mutations in each transaction: others write and are answered in between. Refusals are stored for
 * it to fetch. It stops before its end where it has touched as many rows as one request may, or where its account has used up
 * its share: the device sends the rest again.
 */
export async function applyMutations(host: WriteHost, batch: Batch): Promise<BatchOutcome> {
  return metered(async (meter) => {
    const { rowsPerRequest, rowsPerTransaction } = host.work;
    for (;;) {
      const upTo = Math.min(rowsPerRequest, meter.rows + rowsPerTransaction);
      const { applied, news, isUnfinished, hasWritten, ...outcome } = await applySome(
        host,
        batch,
        () => meter.rows >= upTo,
      );
      if (hasWritten) host.onCommit(batch.userId, applied, news);
      if (!isUnfinished) return { ...outcome, isStopped: false };
      if (meter.rows >= rowsPerRequest || host.work.waitMs(batch.userId) > 0)
        return { ...outcome, isStopped: true };
      await setImmediate();
    }
  });
}

/** Mutations in one transaction at most. */
const AT_ONCE = 50;

/**
 * Applies the first of a batch, at least one, in one transaction. A batch from another epoch is left alone: it may have
 * been under way since before a backup was put back, and its numbers mean nothing here. So is one whose numbers were given
 * to other changes before (the browser put back an older copy of the device's store). The device finds out from the answer,
 * and sends again what is not known here.
 */
async function applySome(
  host: WriteHost,
  { userId, clientId, epoch, needsPictures, mutations }: Batch,
  isEnough: () => boolean,
): Promise<Committed> {
  return host.db.writer.transaction().execute(async (trx): Promise<Committed> => {
    const owner = await lockOwner(trx, userId);
    if (owner.epoch !== epoch && !injectedFaults.has("no-epoch-check")) return NOTHING;
    const stream = (await streamOf(trx, userId, clientId)) ?? NEW_STREAM;
    if (isForked(mutations, stream)) return NOTHING;
    const fresh = injectedFaults.has("no-dedupe")
      ? mutations
      : mutations.filter(({ mid }) => mid > stream.lastMid);
    if (hasHole(fresh, stream.lastMid)) return { ...NOTHING, gap: true };

    const some = injectedFaults.has("no-dedupe") ? fresh : fresh.slice(0, AT_ONCE);
    const known = await appliedOps(trx, userId, some);
    let last: Stream = stream;
    let retry: BatchOutcome["retry"] = null;
    let isUnfinished = some.length < fresh.length;
    const applied: Applied[] = [];
    for (const mutation of some) {
      if (last !== stream && isEnough() && !injectedFaults.has("no-dedupe")) {
        isUnfinished = true;
        break;
      }
      const { name, args, mid, opId = null } = mutation;
      const isKnown = opId !== null && known.has(opId);
      if (isKnown) await hearAgain(host, trx, { owner, clientId }, mutation);
      let result = isKnown ? "known" : await attempt(host, trx, { owner, clientId, needsPictures }, mutation);
      if (result === "part") {
        isUnfinished = true;
        break;
      }
      if (result === "retry") {
        const { times, isOver } = await countTry(trx, { userId, clientId }, { mid, opId, now: host.now() });
        if (!isOver) {
          retry = { mid, times };
          isUnfinished = false;
          break;
        }
        result = new Refusal("server-trouble");
      }
      if (result === "applied") applied.push({ name, args, clientId, mid, opId });
      if (name === NO_OP && !isKnown) await rememberRefusal(trx, { userId, clientId, mid }, args);
      if (result instanceof Refusal) await storeRefusal(trx, { userId, clientId, mid, refusal: result });
      last = { lastMid: mid, lastOp: opId };
    }
    const now = host.now();
    if (last !== stream) {
      await storeStream(trx, userId, clientId, { ...last, now });
      await forgetTries(trx, { userId, clientId }, last.lastMid);
      await trimDevice(trx, { userId, clientId }, { isNew: stream === NEW_STREAM });
    }
    await rememberOps(
      trx,
      userId,
      applied.flatMap(({ name, opId }) => (name === NO_OP ? [] : (opId ?? []))),
      now,
    );
    await storeVersion(trx, owner);
    return {
      gap: false,
      retry,
      applied,
      news: newsOf(owner),
      isUnfinished,
      hasWritten: applied.length > 0 || owner.version > owner.since,
    };
  });
}

/** `isUnfinished`: more of the batch can be applied, in another transaction. */
type Committed = Omit<BatchOutcome, "isStopped"> & {
  applied: Applied[];
  news: SyncNews | null;
  isUnfinished: boolean;
  hasWritten: boolean;
};

const NEW_STREAM: Stream = { lastMid: 0, lastOp: null };

/** Whether the last number that was dealt with is given to another change here. */
function isForked(mutations: readonly SentMutation[], { lastMid, lastOp }: Stream): boolean {
  if (lastOp === null || injectedFaults.has("op-ids-ignored")) return false;
  const again = mutations.find(({ mid }) => mid === lastMid);
  return again?.opId !== undefined && again.opId !== lastOp;
}

/** A change of a REST write; `at` is when its owner made it (ISO 8601, UTC), where that is not now. */
export type Change = Pick<SentMutation, "name" | "v" | "args"> & { at?: string };

/** Others are answered in between: nothing here waits for anything but SQLite, which would let nobody else speak. */
const WITHOUT_A_BREAK = 50;

/** Run in each transaction of a REST write: `before` may refuse it, `after` runs once the account's version is stored. */
export type AroundWrite = { before?: AtWrite; after?: AtWrite };
export type AtWrite = (
  trx: Kysely<Schema>,
  owner: Readonly<Pick<LockedOwner, "since" | "version">>,
) => Promise<void>;

/** Applies the mutations of one REST write, all or none. Throws the first refusal; `before` may be the first to. */
export async function applyAtOnce(
  host: WriteHost,
  userId: string,
  mutations: readonly Change[],
  around: AroundWrite = {},
) {
  for (const mutation of mutations) await applyParts(host, userId, mutation, around);
  const news = await host.db.writer.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, userId);
    await around.before?.(trx, owner);
    for (const [index, { at, ...mutation }] of mutations.entries()) {
      const prepared = prepareMutation(mutation);
      if (!prepared) throw new Error(`No mutator for ${mutation.name}`);
      await runOne(host, trx, { owner, clientId: null, at }, { ...prepared, name: mutation.name });
      if (index % WITHOUT_A_BREAK === WITHOUT_A_BREAK - 1) await setImmediate();
    }
    await storeVersion(trx, owner);
    await around.after?.(trx, owner);
    return newsOf(owner);
  });
  host.onCommit(
    userId,
    mutations.map(({ name, args }) => ({ name, args, clientId: null, mid: null, opId: null })),
    news,
  );
}

/** What of a mutation goes before the rest of it. */
async function applyParts(
  host: WriteHost,
  userId: string,
  mutation: Change,
  around: AroundWrite,
): Promise<void> {
  const prepared = prepareMutation(mutation);
  for (let isPart = prepared?.parts != null; isPart;) {
    isPart = await host.db.writer.transaction().execute(async (trx) => {
      const owner = await lockOwner(trx, userId);
      await around.before?.(trx, owner);
      const isPart =
        prepared !== null &&
        (await partOf(host, trx, { owner, clientId: null }, { ...prepared, name: mutation.name }));
      await storeVersion(trx, owner);
      await around.after?.(trx, owner);
      return isPart;
    });
    if (isPart) host.onCommit(userId, [], null);
    await setImmediate();
  }
}

/** Whether a part was done, and more is left. */
async function partOf(
  host: WriteHost,
  trx: Kysely<Schema>,
  { owner, clientId }: Author,
  prepared: PreparedMutation & { name: string },
): Promise<boolean> {
  const now = host.now();
  const changes = await takePart(trx, owner, { prepared, clientId, work: host.work, now });
  if (changes) {
    const done = { ...doneBy({ owner, clientId }, prepared), changes, isPart: true, now };
    await host.afterApply(trx, done);
  }
  return changes !== null;
}

/** Whose rows are written, which device sent the change (null for a REST write), and when it was made, where that is not now. */
type Author = { owner: LockedOwner; clientId: string | null; at?: string | undefined };

async function attempt(
  host: WriteHost,
  trx: Kysely<Schema>,
  { needsPictures, ...author }: Author & { needsPictures: boolean },
  mutation: SentMutation,
): Promise<"applied" | "part" | "retry" | Refusal> {
  if (mutation.name === NO_OP) return "applied";
  const { owner } = author;
  const versionBefore = owner.version;
  await sql`savepoint mutation`.execute(trx);
  try {
    const prepared = prepareMutation(mutation);
    if (!prepared) return "retry";
    if (await partOf(host, trx, author, { ...prepared, name: mutation.name })) return "part";
    const pictures = needsPictures && !mutation.skipsPictures ? prepared.pictures : [];
    await runOne(host, trx, author, { ...prepared, pictures, name: mutation.name });
    return "applied";
  } catch (error) {
    await sql`rollback to savepoint mutation`.execute(trx);
    takeBack(owner, versionBefore);
    if (error instanceof Refusal) return error;
    host.onBug(error);
    return "retry";
  } finally {
    await sql`release savepoint mutation`.execute(trx);
  }
}

/** A change that took effect before comes under a new number. No row is written, but values that are as it left them are this device's own. */
async function hearAgain(
  { hasPlanLimits, now, onBug }: WriteHost,
  trx: Kysely<Schema>,
  { owner, clientId }: Author,
  mutation: SentMutation,
): Promise<void> {
  try {
    const prepared = prepareMutation(mutation);
    if (!prepared || prepared.saw.length === 0) return;
    const tx = await txFor(trx, owner, prepared);
    prepared.run(tx, { now: now().toISOString(), hasPlanLimits, knowsAllDeleted: true });
    for (const saw of prepared.saw)
      await claimStanding(trx, owner.userId, { saw, changes: tx.changes(), clientId });
  } catch (error) {
    // It is done: what it changed may be gone since, and a bug here must not stop the queue.
    if (!(error instanceof Refusal)) onBug(error);
  }
}

async function runOne(
  host: WriteHost,
  trx: Kysely<Schema>,
  { owner, clientId, at }: Author,
  prepared: PreparedMutation & { name: string },
): Promise<void> {
  const { userId } = owner;
  const now = host.now();
  const context: Context = {
    now: at ?? now.toISOString(),
    hasPlanLimits: host.hasPlanLimits,
    knowsAllDeleted: true,
  };
  for (const sha256 of prepared.pictures) await mustHavePicture(trx, userId, sha256);
  const tx = await txFor(trx, owner, prepared);
  prepared.run(tx, context);
  const changes = tx.changes();
  const isLong = changes.length > MANY_CHANGES;
  if (isLong) await setImmediate();
  const deletion = changes.length > 0 ? await deletionBegun(trx, userId, prepared.parts?.deletesShelf) : null;
  const { deletes } = prepared;
  const unseen = deletes ? await unseenInAll(trx, owner, { deletes, changes, clientId }) : 0;
  await writeAll(trx, owner, changes, {
    now,
    writer: clientId,
    ...(deletion === null ? {} : { deletion }),
  });
  if (isLong) await setImmediate();
  if (deletes && unseen > 0) await noteDeleted(trx, owner, { deletes, changes, now });
  await noteOverwritten(trx, owner, { saw: prepared.saw, changes, clientId, now });
  if (prepared.joins) await noteGoneCategories(trx, owner, { joins: prepared.joins, changes, now });
  // A REST write names only what it has just read.
  const { joins, moves } = prepared;
  if (clientId !== null && ((joins && joins.categoryIds.length > 0) || moves?.had))
    await noteDroppedCategories(trx, owner, { joins, moves, changes, now });
  const done = { ...doneBy({ owner, clientId }, prepared), changes, isPart: false, now };
  await host.afterApply(trx, done);
}

/** Others are answered between the steps of a change of so many rows. */
const MANY_CHANGES = 250;

/** All that a mutation reads. */
async function txFor(
  trx: Kysely<Schema>,
  { userId, counts }: LockedOwner,
  prepared: PreparedMutation,
): Promise<MemoryTx> {
  const fetched = await fetchReads(trx, userId, prepared.reads, counts);
  if (fetched.some((answer) => "rows" in answer && answer.rows.length > MANY_CHANGES)) await setImmediate();
  const further = prepared.further(fetched);
  return new MemoryTx(
    further.length === 0 ? fetched : [...fetched, ...(await fetchReads(trx, userId, further, counts))],
  );
}

/** Where there is hardly any room left, that is most likely why the picture did not come. */
async function mustHavePicture(trx: Kysely<Schema>, userId: string, sha256: string): Promise<void> {
  const blob = await trx
    .selectFrom("blob")
    .select("sha256")
    .where("user_id", "=", userId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (!blob)
    throw new Refusal(
      (await roomForPictures(trx, userId)) < UPLOAD_MAX_BYTES ? "storage-full" : "picture-missing",
    );
}

/** Whether a number is missing between what was applied and what was sent, or within what was sent. */
function hasHole(mutations: readonly SentMutation[], lastMid: number): boolean {
  let expected = lastMid + 1;
  return mutations.some(({ mid, since = mid }) => {
    if (since > expected) return true;
    expected = mid + 1;
    return false;
  });
}

/** A server that was put back has forgotten the refusal whose place a change that does nothing took; the device tells it again. */
async function rememberRefusal(
  trx: Kysely<Schema>,
  where: { userId: string; clientId: string; mid: number },
  args: unknown,
): Promise<void> {
  const refused = v.safeParse(refusedBefore, args);
  if (refused.success) await storeRefusal(trx, { ...where, refusal: refused.output });
}

type Refused = {
  userId: string;
  clientId: string;
  mid: number;
  refusal: Pick<Refusal, "message"> & { code: string };
};

const storeRefusal = (trx: Kysely<Schema>, { userId, clientId, mid, refusal }: Refused) =>
  trx
    .insertInto("sync_result")
    .values({ user_id: userId, client_id: clientId, mid, code: refusal.code, message: refusal.message })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
