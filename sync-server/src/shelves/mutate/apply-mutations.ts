/**
 * The only write path for an owner's data. Pushes and REST writes bring the same `{name, args}`; the device's
 * mutator runs here again, in the order of arrival. A transaction applies a few mutations of one owner:
 *
 *   lock the owner's counter → same epoch? → same numbering? → skip applied mutations → refuse a gap
 *   → for each mutation: parse, replace merged categories, fetch its reads, run, change rows under the next
 *     version, merge categories of one name, add notices
 *   → write the rows together (transaction-rows.ts) → store the last `mid` and the `opId`s
 *
 * A rejection is stored for the device, uses up its `mid` and blocks nothing. A bug stops the batch with
 * `retry`; earlier mutations stay applied, and after enough tries over enough time the change is rejected.
 */
import { setImmediate } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import { NO_OP, refusedBefore, type PokeBody, type SentMutation } from "@shelv/contract/sync";
import { MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import { type PreparedMutation, prepareMutation } from "@shelv/mutators/mutations";
import type { Context, Deletion } from "@shelv/mutators/mutator";
import { type Kysely, sql } from "kysely";
import * as v from "valibot";
import { isOutage, isTransient } from "#database/errors";
import type { Database } from "#database/open-database";
import { metered } from "#database/row-meter";
import { namesPicture } from "#database/rows/wanted-pictures";
import type { Schema } from "#database/schema";
import {
  findDevice,
  type KnownDevice,
  rememberOps,
  type Numbering,
  storeNumbering,
  trimDevice,
} from "#shelves/sync-state/sync-client";
import { countTry, forgetTries } from "#shelves/sync-state/sync-trouble";
import { deletionOfParts, takePart } from "./take-part.ts";
import { mustHaveRoomForTexts } from "./text-quota.ts";
import type { TransactionRows } from "./transaction-rows.ts";
import type { WorkLimits } from "./work-limits.ts";
import { followMerges, mergeCategories, noteJoins } from "./merge-categories.ts";
import { noteDeleted, unseenInAll } from "./note-deleted.ts";
import {
  claimUnchanged,
  fieldsOfLink,
  noteDroppedCategories,
  noteGoneCategories,
  noteLinkWrites,
  noteOverwritten,
} from "./note-overwritten.ts";
import {
  type LockedOwner,
  pokeBodyOf,
  rollBackTo,
  storeVersion,
  writeAll,
  writeOwner,
} from "./owner-version.ts";

export type WriteDeps = {
  db: Database;
  now: () => Date;
  hasPlanLimits: boolean;
  work: WorkLimits;
  /** Runs in the transaction, after its mutations and parts of divided ones. */
  afterApply: (trx: Kysely<Schema>, done: readonly Done[]) => Promise<void>;
  /** Once after a commit, with the applied mutations and, if they are few, the changed rows. */
  onCommit: (userId: string, applied: readonly Applied[], body: PokeBody | null) => void;
  onBug: (error: unknown) => void;
};

/** `epoch` and `version`: the owner's after the mutation. */
export type Done = {
  userId: string;
  clientId: string | null;
  name: string;
  deletes: Deletion | null;
  changes: readonly RowChange[];
  isPart: boolean;
  epoch: string;
  version: number;
  now: Date;
  rows: TransactionRows;
};

const doneBy = (
  { owner: { userId, epoch, version, rows }, clientId }: Pick<Author, "owner" | "clientId">,
  { name, deletes }: Pick<PreparedMutation, "deletes"> & { name: string },
) => ({ userId, clientId, name, deletes, epoch, version, rows });

/** As other devices and processes receive it. Those of REST writes have no device and no number. */
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
  mutations: readonly SentMutation[];
};
type Retry = { mid: number; times: number };
/** After a batch of one transaction that added no rejection. `before`: the device's last number before it. */
type Known = { epoch: string; version: number; floor: number; numbering: Numbering | null; before: number };
/** `isStopped`: the device sends the rest again. `known`: null if the state must be read. */
export type BatchOutcome = { gap: boolean; retry: Retry | null; isStopped: boolean; known: Known | null };
const NOTHING: Committed = {
  gap: false,
  retry: null,
  known: null,
  applied: [],
  body: null,
  isUnfinished: false,
  hasWritten: false,
  lastMid: 0,
};

/**
 * A few mutations per transaction, so that other requests run in between. Stops early after as many rows as
 * one request may touch, or when the account's quota is used up.
 */
export async function applyMutations(deps: WriteDeps, batch: Batch): Promise<BatchOutcome> {
  return metered(async (meter) => {
    const { rowsPerRequest, rowsPerTransaction } = deps.work;
    for (let { mutations } = batch; ;) {
      const isOnly = mutations === batch.mutations;
      const upTo = Math.min(rowsPerRequest, meter.rows + rowsPerTransaction);
      const { applied, body, isUnfinished, hasWritten, lastMid, ...outcome } = await applySome(
        deps,
        { ...batch, mutations },
        (pendingRows) => meter.rows + pendingRows >= upTo,
      );
      if (hasWritten) deps.onCommit(batch.userId, applied, body);
      if (!isUnfinished) return { ...outcome, known: isOnly ? outcome.known : null, isStopped: false };
      if (meter.rows >= rowsPerRequest || deps.work.waitMs(batch.userId) > 0)
        return { ...outcome, known: null, isStopped: true };
      mutations = mutations.filter(({ mid }) => mid >= lastMid);
      await setImmediate();
    }
  });
}

const AT_ONCE = 50;

/** As many rows as one transaction may touch. */
type IsEnough = (pendingRows: number) => boolean;

/** In few statements; if that fails, again with a savepoint for each mutation. */
async function applySome(deps: WriteDeps, batch: Batch, isEnough: IsEnough): Promise<Committed> {
  try {
    return await applyInTransaction(deps, batch, { isEnough, hasSavepoints: false });
  } catch (error) {
    if (isOutage(error)) throw error;
    const committed = await applyInTransaction(deps, batch, { isEnough, hasSavepoints: true });
    if (committed.retry === null) deps.onBug(error);
    return committed;
  }
}

/**
 * At least one mutation, in one transaction. Ignores a batch of another epoch, whose numbers mean nothing,
 * and a forked one: from the answer the device learns what to send again.
 */
async function applyInTransaction(
  deps: WriteDeps,
  { userId, clientId, epoch, mutations }: Batch,
  { isEnough, hasSavepoints }: { isEnough: IsEnough; hasSavepoints: boolean },
): Promise<Committed> {
  const begun = await begin(mutations.slice(0, AT_ONCE + 1));
  const first = async (trx: Kysely<Schema>, rows: TransactionRows) => {
    const device = await findDevice(trx, { userId, clientId }, mutations);
    await prefetch(
      rows,
      [...begun.values()].flatMap((each) => (each instanceof Refusal ? [] : each)),
    );
    return device;
  };
  const act = async (
    trx: Kysely<Schema>,
    owner: LockedOwner,
    found: () => Promise<KnownDevice>,
  ): Promise<Committed> => {
    if (owner.epoch !== epoch) return NOTHING;
    const device = await found();
    const numbering = device.numbering ?? NEW_NUMBERING;
    if (isForked(mutations, numbering)) return NOTHING;
    const fresh = mutations.filter(({ mid }) => mid > numbering.lastMid);
    if (hasHole(fresh, numbering.lastMid)) return { ...NOTHING, gap: true };

    const some = fresh.slice(0, AT_ONCE);
    const { opIds: known } = device;
    const author = { owner, clientId, hasSavepoints, done: [] as Done[] };
    let hasNewResults = false;
    let last: Numbering = numbering;
    let retry: BatchOutcome["retry"] = null;
    let isUnfinished = some.length < fresh.length;
    const applied: Applied[] = [];
    for (const mutation of some) {
      if (last !== numbering && isEnough(owner.rows.pending)) {
        isUnfinished = true;
        break;
      }
      const { name, args, mid, opId = null } = mutation;
      const isKnown = opId !== null && known.has(opId);
      if (isKnown) await reclaimValues(deps, { owner, clientId }, mutation);
      let result = isKnown ? "known" : await attempt(deps, trx, author, { mutation, begun });
      if (result === "part") {
        isUnfinished = true;
        break;
      }
      if (result === "retry") {
        const { times, isOver } = await countTry(trx, { userId, clientId }, { mid, opId, now: deps.now() });
        if (!isOver) {
          retry = { mid, times };
          isUnfinished = false;
          break;
        }
        result = new Refusal("server-trouble");
      }
      if (result === "applied") applied.push({ name, args, clientId, mid, opId });
      hasNewResults ||= result instanceof Refusal || (name === NO_OP && !isKnown);
      if (name === NO_OP && !isKnown) await rememberRefusal(trx, { userId, clientId, mid }, args);
      if (result instanceof Refusal) await storeRefusal(trx, { userId, clientId, mid, refusal: result });
      last = { lastMid: mid, lastOp: opId };
    }
    const now = deps.now();
    if (last !== numbering) {
      await storeNumbering(trx, userId, clientId, { ...last, now });
      if (device.hasTries) await forgetTries(trx, { userId, clientId }, last.lastMid);
      await trimDevice(trx, { userId, clientId }, { isNew: numbering === NEW_NUMBERING, hasNewResults });
    }
    const opIds = applied.flatMap(({ name, opId }) => (name === NO_OP ? [] : (opId ?? [])));
    await rememberOps(trx, userId, opIds, now);
    const hasDropped = await storeVersion(trx, owner, { newOps: opIds.length });
    if (author.done.length > 0) await deps.afterApply(trx, author.done);
    const { version, floor } = owner;
    return {
      gap: false,
      retry,
      known:
        hasDropped || hasNewResults || namesPicture(owner.written)
          ? null
          : {
              epoch: owner.epoch,
              version,
              floor,
              numbering: last === NEW_NUMBERING ? null : last,
              before: numbering.lastMid,
            },
      applied,
      body: pokeBodyOf(owner),
      isUnfinished,
      hasWritten: applied.length > 0 || owner.version > owner.since,
      lastMid: last.lastMid,
    };
  };
  return writeOwner(deps.db.writer, userId, act, first);
}

/** `isUnfinished`: more can be applied, in another transaction. */
type Committed = Omit<BatchOutcome, "isStopped"> & {
  applied: Applied[];
  body: PokeBody | null;
  isUnfinished: boolean;
  hasWritten: boolean;
  lastMid: number;
};

const NEW_NUMBERING: Numbering = { lastMid: 0, lastOp: null };

/** The batch gives the last processed number to another change: a browser restored an older store. */
function isForked(mutations: readonly SentMutation[], { lastMid, lastOp }: Numbering): boolean {
  if (lastOp === null) return false;
  const again = mutations.find(({ mid }) => mid === lastMid);
  return again?.opId !== undefined && again.opId !== lastOp;
}

/** `at`: the change's time (ISO 8601, UTC) if not now. */
export type RestChange = Pick<SentMutation, "name" | "v" | "args"> & { at?: string };

/** Then other requests run: an await on SQLite alone never lets them run. */
const MUTATIONS_PER_BREAK = 50;

/** In each transaction of a REST write: `before` may refuse it, `after` runs once the version is stored. */
export type AroundWrite = { before?: AtWrite; after?: AtWrite };
export type AtWrite = (
  trx: Kysely<Schema>,
  owner: Readonly<Pick<LockedOwner, "since" | "version">>,
) => Promise<void>;

/** From what the transaction reads, under the owner's lock. None of the changes has parts. */
type MakeChanges = (trx: Kysely<Schema>) => Promise<readonly RestChange[]>;

/** All or nothing. Throws the first refusal, which may be `before`'s. */
export async function applyAtOnce(
  deps: WriteDeps,
  userId: string,
  changes: readonly RestChange[] | MakeChanges,
  around: AroundWrite = {},
) {
  const isMade = typeof changes === "function";
  let mutations = isMade ? [] : changes;
  for (const mutation of mutations) await applyParts(deps, userId, mutation, around);
  const body = await writeOwner(deps.db.writer, userId, async (trx, owner) => {
    const done: Done[] = [];
    await around.before?.(trx, owner);
    if (isMade) mutations = await changes(trx);
    for (const [index, { at, ...mutation }] of mutations.entries()) {
      const prepared = await prepare(owner, mutation);
      if (!prepared) throw new Error(`No mutator for ${mutation.name}`);
      for (const sha256 of prepared.pictures) await mustHavePicture(trx, userId, sha256);
      await runOne(deps, trx, { owner, clientId: null, at, done }, prepared);
      if (index % MUTATIONS_PER_BREAK === MUTATIONS_PER_BREAK - 1) await setImmediate();
    }
    await storeVersion(trx, owner);
    await deps.afterApply(trx, done);
    await around.after?.(trx, owner);
    return pokeBodyOf(owner);
  });
  deps.onCommit(
    userId,
    mutations.map(({ name, args }) => ({ name, args, clientId: null, mid: null, opId: null })),
    body,
  );
}

async function applyParts(
  deps: WriteDeps,
  userId: string,
  mutation: RestChange,
  around: AroundWrite,
): Promise<void> {
  for (let isPart = prepareMutation(mutation)?.parts != null; isPart;) {
    isPart = await writeOwner(deps.db.writer, userId, async (trx, owner) => {
      await around.before?.(trx, owner);
      const done: Done[] = [];
      const prepared = await prepare(owner, mutation);
      const isPart =
        prepared !== null && (await partOf(deps, trx, { owner, clientId: null, done }, prepared));
      await storeVersion(trx, owner);
      await deps.afterApply(trx, done);
      await around.after?.(trx, owner);
      return isPart;
    });
    if (isPart) deps.onCommit(userId, [], null);
    await setImmediate();
  }
}

/** Returns whether it applied a part, and more is left. */
async function partOf(
  deps: WriteDeps,
  trx: Kysely<Schema>,
  { owner, clientId, done }: Author,
  prepared: Prepared,
): Promise<boolean> {
  const now = deps.now();
  const changes = await takePart(trx, owner, { prepared, clientId, work: deps.work, now });
  if (changes) done.push({ ...doneBy({ owner, clientId }, prepared), changes, isPart: true, now });
  return changes !== null;
}

type Prepared = PreparedMutation & { name: string };

/** Null if this build does not know the mutation. */
async function prepare(
  owner: LockedOwner,
  mutation: RestChange,
  begun = prepareMutation(mutation),
): Promise<Prepared | null> {
  return begun && { ...(await followMerges(owner, begun)), name: mutation.name };
}

type Begun = ReadonlyMap<SentMutation, PreparedMutation | Refusal>;

/** Read at a time: the longest arguments, with a link of 16 kB, take ten ms. */
export const BEGUN_PER_BREAK = 10;

/** Runs before the transaction. Skips unknown mutations, which fail in their turn. */
export async function begin(
  mutations: readonly SentMutation[],
  between: () => Promise<unknown> = setImmediate,
): Promise<Begun> {
  const begun = new Map<SentMutation, PreparedMutation | Refusal>();
  for (const [at, mutation] of mutations.entries()) {
    if (at > 0 && at % BEGUN_PER_BREAK === 0) await between();
    try {
      const prepared = mutation.name === NO_OP ? null : prepareMutation(mutation);
      if (prepared) begun.set(mutation, prepared);
    } catch (error) {
      if (error instanceof Refusal) begun.set(mutation, error);
    }
  }
  return begun;
}

const prefetch = (rows: TransactionRows, begun: readonly PreparedMutation[]): Promise<void> =>
  rows.prefetch(
    begun.flatMap(({ reads }) => reads),
    begun.flatMap(({ categoryIds }) => categoryIds),
  );

/**
 * `clientId`: null for a REST write. `at`: the change's time, if not now. `done` collects applied mutations.
 */
type Author = { owner: LockedOwner; clientId: string | null; at?: string | undefined; done: Done[] };

async function attempt(
  deps: WriteDeps,
  trx: Kysely<Schema>,
  { hasSavepoints, ...author }: Attempting,
  { mutation, begun }: { mutation: SentMutation; begun: Begun },
): Promise<"applied" | "part" | "retry" | Refusal> {
  if (mutation.name === NO_OP) return "applied";
  const { owner } = author;
  const versionBefore = owner.version;
  const run = async () => {
    const before = begun.get(mutation);
    if (before instanceof Refusal) return before;
    const prepared = await prepare(owner, mutation, before);
    if (!prepared) return "retry";
    if (prepared.isServers) return new Refusal("invalid", SERVERS_OWN);
    if (await partOf(deps, trx, author, prepared)) return "part";
    await runOne(deps, trx, author, prepared);
    return "applied";
  };
  if (hasSavepoints) return withSavepoint(deps, trx, author, run);
  try {
    return await run();
  } catch (error) {
    // A mutator refuses before anything is written.
    if (error instanceof Refusal && owner.version === versionBefore) return error;
    throw error;
  }
}

const SERVERS_OWN = [{ path: "name", message: "Only the server makes this change" }];

type Attempting = Author & { hasSavepoints: boolean };

/** If the mutation fails it is rolled back, and those before it stay. */
async function withSavepoint<T>(
  deps: WriteDeps,
  trx: Kysely<Schema>,
  { owner, done }: Author,
  run: () => Promise<T>,
): Promise<T | "retry" | Refusal> {
  const versionBefore = owner.version;
  const doneBefore = done.length;
  await owner.rows.flush();
  await sql`savepoint mutation`.execute(trx);
  try {
    const result = await run();
    await owner.rows.flush();
    await deps.afterApply(trx, done.splice(doneBefore));
    await sql`release savepoint mutation`.execute(trx);
    return result;
  } catch (error) {
    // An outage is not the change's fault and counts as no try. SQLite has ended the transaction if its disk
    // is full.
    if (isOutage(error) || isTransient(error)) throw error;
    await sql`rollback to savepoint mutation`.execute(trx);
    await sql`release savepoint mutation`.execute(trx);
    rollBackTo(owner, versionBefore);
    done.length = doneBefore;
    if (!(error instanceof Refusal)) deps.onBug(error);
    return error instanceof Refusal ? error : "retry";
  }
}

/** For an applied change that has a new number: see `claimUnchanged`. */
async function reclaimValues(
  { hasPlanLimits, now, onBug }: WriteDeps,
  { owner, clientId }: Pick<Author, "owner" | "clientId">,
  mutation: SentMutation,
): Promise<void> {
  try {
    const prepared = await prepare(owner, { ...mutation, args: withoutUndo(mutation.args) });
    if (!prepared || prepared.saw.length === 0) return;
    const tx = await txFor(owner, prepared);
    prepared.run(tx, { now: now().toISOString(), hasPlanLimits, knowsAllDeleted: true });
    for (const saw of prepared.saw) await claimUnchanged(owner, { saw, changes: tx.changes(), clientId });
  } catch (error) {
    if (isOutage(error)) throw error;
    // The change is applied: its rows may be deleted since, and a bug here must not stop the queue.
    if (!(error instanceof Refusal)) onBug(error);
  }
}

/** An undo leaves alone what has another value by now, and that is not what it wrote. */
function withoutUndo(args: unknown): object {
  const { undoes: _, ...others } = (args ?? {}) as { undoes?: unknown };
  return others;
}

async function runOne(
  deps: WriteDeps,
  trx: Kysely<Schema>,
  { owner, clientId, at, done }: Author,
  prepared: Prepared,
): Promise<void> {
  const { userId } = owner;
  const now = deps.now();
  const context: Context = {
    now: at ?? now.toISOString(),
    hasPlanLimits: deps.hasPlanLimits,
    knowsAllDeleted: true,
    linkWrote: await fieldsOfLink(owner, prepared.takesBackFromLink),
  };
  const tx = await txFor(owner, prepared);
  prepared.run(tx, context);
  const changes = tx.changes();
  mustHaveRoomForTexts(owner, changes, prepared);
  const isLong = changes.length > MANY_CHANGES;
  if (isLong) await setImmediate();
  const deletion =
    changes.length > 0 ? await deletionOfParts(trx, userId, prepared.parts?.deletesShelf) : null;
  const { deletes } = prepared;
  const unseen = deletes ? await unseenInAll(trx, owner, { deletes, changes, clientId }) : 0;
  const { isServers } = prepared;
  await writeAll(trx, owner, changes, {
    now,
    writer: clientId,
    isServers,
    ...(deletion === null ? {} : { deletion }),
  });
  await noteJoins(owner, changes, clientId);
  const merged = await mergeCategories(trx, owner, changes, { clientId, now });
  if (isLong || merged.length > MANY_CHANGES) await setImmediate();
  if (deletes && unseen > 0) await noteDeleted(trx, owner, { deletes, changes, now });
  if (isServers) noteLinkWrites(owner, changes);
  else await noteOverwritten(trx, owner, { saw: prepared.saw, changes, clientId, now });
  if (prepared.joins) await noteGoneCategories(trx, owner, { joins: prepared.joins, changes, now });
  // A REST write names categories that it has just read.
  const { joins, moves } = prepared;
  if (clientId !== null && ((joins && joins.categoryIds.length > 0) || moves?.had))
    await noteDroppedCategories(trx, owner, { joins, moves, changes, now });
  const all = [...changes, ...merged];
  done.push({ ...doneBy({ owner, clientId }, prepared), changes: all, isPart: false, now });
}

/** Beyond this, other requests run between the steps. */
const MANY_CHANGES = 250;

async function txFor({ rows }: LockedOwner, prepared: PreparedMutation): Promise<MemoryTx> {
  const fetched = await rows.fetch(prepared.reads);
  if (fetched.some((answer) => "rows" in answer && answer.rows.length > MANY_CHANGES)) await setImmediate();
  const further = prepared.further(fetched);
  return new MemoryTx(further.length === 0 ? fetched : [...fetched, ...(await rows.fetch(further))]);
}

/** A device sends changes before their pictures; a REST write has its pictures first. */
async function mustHavePicture(trx: Kysely<Schema>, userId: string, sha256: string): Promise<void> {
  const blob = await trx
    .selectFrom("blob")
    .select("sha256")
    .where("user_id", "=", userId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (!blob) throw new Refusal("picture-missing");
}

/** After the last applied number, or within the batch. */
function hasHole(mutations: readonly SentMutation[], lastMid: number): boolean {
  let expected = lastMid + 1;
  return mutations.some(({ mid, since = mid }) => {
    if (since > expected) return true;
    expected = mid + 1;
    return false;
  });
}

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
