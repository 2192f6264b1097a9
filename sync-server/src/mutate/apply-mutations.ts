/**
 * The one way in which an owner's data changes. A device's outbox and every REST write come here with the same
 * `{name, args}`; the same mutator that ran on the device runs again, on these tables, in the order in which things
 * arrive. One transaction, one owner, awaiting nothing but its own connection:
 *
 *   lock the owner's counter → same epoch? → same stream? → skip what was applied before → refuse a hole → per mutation: parse,
 *   look at its pictures (but where the device deletes what shows them), fetch its reads, run, write what changed under the next version, note what was overwritten unseen
 *   → remember the last number and the names
 *
 * A refusal is an answer: it is stored for the device, uses up its number and blocks nothing. A bug stops the batch there
 * (`retry`), and what came before it stays applied.
 */
import { setImmediate } from "node:timers/promises";
import { injectedFaults } from "@shelv/contract/injected-fault";
import { UPLOAD_MAX_BYTES } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { NO_OP, refusedBefore, type SentMutation, type SyncNews } from "@shelv/contract/sync";
import { MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import { type PreparedMutation, prepareMutation } from "@shelv/mutators/mutations";
import type { Context } from "@shelv/mutators/mutator";
import { type Kysely, sql } from "kysely";
import * as v from "valibot";
import { fetchReads } from "#database/fetch-reads";
import type { Database } from "#database/open-database";
import { roomForPictures } from "#database/pictures";
import type { Schema } from "#database/schema";
import { appliedOps, keepDeviceWithin, rememberOps, type Stream, streamOf, storeStream } from "#database/sync-client";
import { claimStanding, noteGoneCategories, noteOverwritten } from "./note-overwritten.ts";
import { lockOwner, type LockedOwner, newsOf, storeVersion, takeBack, writeAll } from "./owner-version.ts";

/** What the write path needs of the world around it. */
export type WriteHost = {
  db: Database;
  now: () => Date;
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: boolean;
  /** Called after each mutation with what it changed, for what has to happen together with it or not at all. */
  afterApply: (trx: Kysely<Schema>, done: { userId: string; name: string; changes: readonly RowChange[]; now: Date }) => Promise<void>;
  /** Called once after a commit, with what was applied (refusals are not) and, where that is little, what it changed. */
  onCommit: (userId: string, applied: readonly Applied[], news: SyncNews | null) => void;
  onBug: (error: unknown) => void;
};

/** A mutation that took effect; REST writes have no device and no number. */
export type Applied = Pick<SentMutation, "name" | "args"> & { clientId: string | null; mid: number | null; opId: string | null };

export type Batch = {
  userId: string;
  clientId: string;
  /** The life of the database that the device believes in. */
  epoch: string | null;
  mutations: readonly SentMutation[];
};
export type BatchOutcome = { gap: boolean; retry: { mid: number } | null };
const NOTHING = { gap: false, retry: null, applied: [], news: null };

/**
 * Applies what a device sent. Refusals are stored for it to fetch. A batch from another epoch is left alone: it may have
 * been under way since before a backup was put back, and its numbers mean nothing here. So is one whose numbers were given
 * to other changes before (the browser put back an older copy of the device's store). The device finds out from the answer,
 * and sends again what is not known here.
 */
export async function applyMutations(host: WriteHost, { userId, clientId, epoch, mutations }: Batch): Promise<BatchOutcome> {
  const { applied, news, ...outcome } = await host.db.writer.transaction().execute(async (trx): Promise<BatchOutcome & Committed> => {
    const owner = await lockOwner(trx, userId);
    if (owner.epoch !== epoch && !injectedFaults.has("no-epoch-check")) return NOTHING;
    const stream = (await streamOf(trx, userId, clientId)) ?? NEW_STREAM;
    if (isForked(mutations, stream)) return NOTHING;
    const fresh = injectedFaults.has("no-dedupe") ? mutations : mutations.filter(({ mid }) => mid > stream.lastMid);
    if (hasHole(fresh, stream.lastMid)) return { ...NOTHING, gap: true };

    const known = await appliedOps(trx, userId, fresh);
    let last: Stream = stream;
    let retry: BatchOutcome["retry"] = null;
    const applied: Applied[] = [];
    for (const mutation of fresh) {
      const { name, args, mid, opId = null } = mutation;
      const isKnown = opId !== null && known.has(opId);
      if (isKnown) await hearAgain(host, trx, { owner, clientId }, mutation);
      const result = isKnown ? "known" : await attempt(host, trx, { owner, clientId }, mutation);
      if (result === "retry") {
        retry = { mid };
        break;
      }
      if (result === "applied") applied.push({ name, args, clientId, mid, opId });
      if (name === NO_OP && !isKnown) await rememberRefusal(trx, { userId, clientId, mid }, args);
      if (result instanceof Refusal) await storeRefusal(trx, { userId, clientId, mid, refusal: result });
      last = { lastMid: mid, lastOp: opId };
    }
    const now = host.now();
    if (last !== stream) {
      await storeStream(trx, userId, clientId, { ...last, now });
      await keepDeviceWithin(trx, { userId, clientId }, { isNew: stream === NEW_STREAM });
    }
    await rememberOps(trx, userId, applied.flatMap(({ name, opId }) => (name === NO_OP ? [] : (opId ?? []))), now);
    await storeVersion(trx, owner);
    return { gap: false, retry, applied, news: newsOf(owner) };
  });
  if (applied.length > 0) host.onCommit(userId, applied, news);
  return outcome;
}

type Committed = { applied: Applied[]; news: SyncNews | null };

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

/** Applies the mutations of one REST write, all or none. Throws the first refusal; `mustHold` may be the first to. */
export async function applyAtOnce(
  host: WriteHost, userId: string, mutations: readonly Change[], mustHold: (trx: Kysely<Schema>) => Promise<void> = async () => {},
) {
  const news = await host.db.writer.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, userId);
    await mustHold(trx);
    for (const [index, { at, ...mutation }] of mutations.entries()) {
      const prepared = prepareMutation(mutation);
      if (!prepared) throw new Error(`No mutator for ${mutation.name}`);
      await runOne(host, trx, { owner, clientId: null, at }, { ...prepared, name: mutation.name });
      if (index % WITHOUT_A_BREAK === WITHOUT_A_BREAK - 1) await setImmediate();
    }
    await storeVersion(trx, owner);
    return newsOf(owner);
  });
  host.onCommit(userId, mutations.map(({ name, args }) => ({ name, args, clientId: null, mid: null, opId: null })), news);
}

/** For whom something is written, which device sent it (null for a REST write), and when it was done, where that is not now. */
type Author = { owner: LockedOwner; clientId: string | null; at?: string | undefined };

async function attempt(
  host: WriteHost, trx: Kysely<Schema>, author: Author, mutation: SentMutation,
): Promise<"applied" | "retry" | Refusal> {
  if (mutation.name === NO_OP) return "applied";
  const { owner } = author;
  const versionBefore = owner.version;
  await sql`savepoint mutation`.execute(trx);
  try {
    const prepared = prepareMutation(mutation);
    if (!prepared) return "retry";
    const pictures = mutation.skipsPictures ? [] : prepared.pictures;
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

/** A change that took effect before comes under a new number. Nothing is written; but what stands as it left it, this stream may overwrite knowingly. */
async function hearAgain({ hasPlanLimits, now }: WriteHost, trx: Kysely<Schema>, { owner, clientId }: Author, mutation: SentMutation): Promise<void> {
  try {
    const prepared = prepareMutation(mutation);
    if (!prepared?.saw) return;
    const tx = await txFor(trx, owner, prepared);
    prepared.run(tx, { now: now().toISOString(), hasPlanLimits, knowsAllDeleted: true });
    await claimStanding(trx, owner.userId, { saw: prepared.saw, changes: tx.changes(), clientId });
  } catch (error) {
    // What it changed is gone since.
    if (!(error instanceof Refusal)) throw error;
  }
}

async function runOne(
  host: WriteHost, trx: Kysely<Schema>, { owner, clientId, at }: Author, prepared: PreparedMutation & { name: string },
): Promise<void> {
  const { userId } = owner;
  const now = host.now();
  const context: Context = { now: at ?? now.toISOString(), hasPlanLimits: host.hasPlanLimits, knowsAllDeleted: true };
  for (const sha256 of prepared.pictures) await mustHavePicture(trx, userId, sha256);
  const tx = await txFor(trx, owner, prepared);
  prepared.run(tx, context);
  const changes = tx.changes();
  await writeAll(trx, owner, changes, { now });
  await noteOverwritten(trx, owner, { saw: prepared.saw, changes, clientId, now });
  if (prepared.joins) await noteGoneCategories(trx, owner, { joins: prepared.joins, changes, now });
  await host.afterApply(trx, { userId, name: prepared.name, changes, now });
}

/** All that a mutation reads. */
async function txFor(trx: Kysely<Schema>, { userId, counts }: LockedOwner, prepared: PreparedMutation): Promise<MemoryTx> {
  const fetched = await fetchReads(trx, userId, prepared.reads, counts);
  const further = prepared.further(fetched);
  return new MemoryTx(further.length === 0 ? fetched : [...fetched, ...(await fetchReads(trx, userId, further, counts))]);
}

/** Where there is hardly any room left, that is most likely why the picture did not come. */
async function mustHavePicture(trx: Kysely<Schema>, userId: string, sha256: string): Promise<void> {
  const blob = await trx.selectFrom("blob").select("sha256").where("user_id", "=", userId).where("sha256", "=", sha256).executeTakeFirst();
  if (!blob) throw new Refusal((await roomForPictures(trx, userId)) < UPLOAD_MAX_BYTES ? "storage-full" : "picture-missing");
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
async function rememberRefusal(trx: Kysely<Schema>, where: { userId: string; clientId: string; mid: number }, args: unknown): Promise<void> {
  const refused = v.safeParse(refusedBefore, args);
  if (refused.success) await storeRefusal(trx, { ...where, refusal: refused.output });
}

type Refused = { userId: string; clientId: string; mid: number; refusal: Pick<Refusal, "message"> & { code: string } };

const storeRefusal = (trx: Kysely<Schema>, { userId, clientId, mid, refusal }: Refused) =>
  trx
    .insertInto("sync_result")
    .values({ user_id: userId, client_id: clientId, mid, code: refusal.code, message: refusal.message })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
