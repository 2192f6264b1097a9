/** What the server remembers of a device's stream of changes: the last number dealt with, and whose change bore it. */
import { injectedFaults } from "@shelv/contract/injected-fault";
import type { SentMutation } from "@shelv/contract/sync";
import { type Kysely, sql } from "kysely";
import type { Database } from "./open-database.ts";
import type { Schema } from "./schema.ts";
import { type At, statement } from "./statement.ts";

export type Stream = { lastMid: number; lastOp: string | null };
type Device = { userId: string; clientId: string };

/** Null for a device never heard of, or so long ago that it was forgotten. */
export async function streamOf(db: Kysely<Schema>, userId: string, clientId: string): Promise<Stream | null> {
  return (await readStream(db, { userId, clientId }))[0] ?? null;
}

const readStream = statement((db, at: At<Device>) =>
  db
    .selectFrom("sync_client")
    .select(["last_mid as lastMid", "last_op as lastOp"])
    .where("user_id", "=", at("userId"))
    .where("client_id", "=", at("clientId")),
);

export async function storeStream(
  trx: Kysely<Schema>,
  userId: string,
  clientId: string,
  { lastMid, lastOp, now }: Stream & { now: Date },
): Promise<void> {
  await putStream(trx, { userId, clientId, lastMid, lastOp, seenAt: now.getTime() });
}

const putStream = statement((db, at: At<Device & Stream & { seenAt: number }>) => {
  const stream = { last_mid: at("lastMid"), last_op: at("lastOp"), seen_at: at("seenAt") };
  return db
    .insertInto("sync_client")
    .values({ user_id: at("userId"), client_id: at("clientId"), ...stream })
    .onConflict((conflict) => conflict.columns(["user_id", "client_id"]).doUpdateSet(stream));
});

/** Which of these took effect before, under whatever number. */
export async function appliedOps(
  trx: Kysely<Schema>,
  userId: string,
  mutations: readonly SentMutation[],
): Promise<Set<string>> {
  const named = mutations.flatMap(({ opId }) => opId ?? []);
  if (named.length === 0 || injectedFaults.has("no-dedupe") || injectedFaults.has("op-ids-ignored"))
    return new Set();
  const known = await trx
    .selectFrom("sync_op")
    .select("op_id")
    .where("user_id", "=", userId)
    .where("op_id", "in", named)
    .execute();
  return new Set(known.map(({ op_id }) => op_id));
}

export async function rememberOps(
  trx: Kysely<Schema>,
  userId: string,
  opIds: readonly string[],
  now: Date,
): Promise<void> {
  if (opIds.length === 0) return;
  await trx
    .insertInto("sync_op")
    .values(opIds.map((op_id) => ({ user_id: userId, op_id, applied_at: now.getTime() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Forgets names of an account beyond the newest so many, at most `limit`. Answers how many went. A device in sync is known by its
 * numbers; names matter only after a backup was put back and for a device that was forgotten.
 */
export async function forgetOldOps(
  trx: Kysely<Schema>,
  userId: string,
  { opCount, limit = FORGET_AT_ONCE }: { opCount: number; limit?: number },
): Promise<number> {
  const over = Math.min(limit, opCount - OPS_KEPT);
  if (over <= 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    delete from sync_op where rowid in (
      select rowid from sync_op where user_id = ${userId} order by rowid limit ${over})`.execute(trx);
  return Number(numAffectedRows);
}

/** Forgets a device and its rejections, at most so many rows: the device goes with the last of them. Answers how many went. */
export async function forgetDevice(
  trx: Kysely<Schema>,
  { userId, clientId }: Device,
  limit: number,
): Promise<number> {
  const results = await deleteResults(trx, { userId, clientId }, { upTo: null, limit });
  if (results >= limit) return results;
  for (const table of ["sync_trouble", "sync_client"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).where("client_id", "=", clientId).execute();
  return results + 1;
}

/** A device has no more rejections stored than this: the oldest are forgotten first. */
export const RESULTS_KEPT = 1000;
/** An account has no more devices than this: the longest unseen are forgotten first. */
export const DEVICES_KEPT = 100;
/** An account has no more names of changes stored than this: the oldest are forgotten first. */
export const OPS_KEPT = 100_000;

/** Forgets the rejections of a device beyond the newest so many, at most `limit`. Answers how many went. */
export async function forgetOldResults(
  trx: Kysely<Schema>,
  device: Device,
  { limit }: { limit: number },
): Promise<number> {
  const newestOver = await trx
    .selectFrom("sync_result")
    .select("mid")
    .where("user_id", "=", device.userId)
    .where("client_id", "=", device.clientId)
    .orderBy("mid", "desc")
    .offset(RESULTS_KEPT)
    .limit(1)
    .executeTakeFirst();
  return newestOver ? deleteResults(trx, device, { upTo: newestOver.mid, limit }) : 0;
}

/** The rejections of a device up to a number, or all, the oldest first. */
async function deleteResults(
  trx: Kysely<Schema>,
  { userId, clientId }: Device,
  { upTo, limit }: { upTo: number | null; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sync_result where rowid in (
      select rowid from sync_result where user_id = ${userId} and client_id = ${clientId} and (${upTo} is null or mid <= ${upTo}) order by mid limit ${limit})`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/** Forgets devices of an account beyond those seen last, at most `limit` rows. Answers how many went. */
export async function forgetOldDevices(
  trx: Kysely<Schema>,
  userId: string,
  { newest = "", limit }: { newest?: string; limit: number },
): Promise<number> {
  const over = await trx
    .selectFrom("sync_client")
    .select("client_id as clientId")
    .where("user_id", "=", userId)
    .orderBy((eb) => eb("client_id", "=", newest), "desc")
    .orderBy("seen_at", "desc")
    .orderBy("client_id")
    .offset(DEVICES_KEPT)
    .limit(DEVICES_AT_ONCE)
    .execute();
  let gone = 0;
  for (const { clientId } of over)
    if (gone < limit) gone += await forgetDevice(trx, { userId, clientId }, limit - gone);
  return gone;
}

const DEVICES_AT_ONCE = 20;
/** In one request: more than one brings. */
const FORGET_AT_ONCE = 2000;

/** After a device's changes were stored: neither its rejections nor, where it is a new one, its account's devices grow without end. */
export async function keepDeviceWithin(
  trx: Kysely<Schema>,
  device: Device,
  { isNew }: { isNew: boolean },
): Promise<void> {
  await forgetOldResults(trx, device, { limit: FORGET_AT_ONCE });
  if (isNew) await forgetOldDevices(trx, device.userId, { newest: device.clientId, limit: FORGET_AT_ONCE });
}

/** The newest rejections of a device after a number, in order. */
export async function resultsAfter(
  db: Kysely<Schema>,
  { userId, clientId }: Device,
  mid: number,
): Promise<Pick<Schema["sync_result"], "mid" | "code" | "message">[]> {
  const newestFirst = await db
    .selectFrom("sync_result")
    .select(["mid", "code", "message"])
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .where("mid", ">", mid)
    .orderBy("mid", "desc")
    .limit(RESULTS_KEPT)
    .execute();
  return newestFirst.toReversed();
}

/** Whether rejections after this number may have been forgotten. */
export async function mayLackResults(
  db: Kysely<Schema>,
  { userId, clientId }: Device,
  mid: number,
): Promise<boolean> {
  const oldest = await db
    .selectFrom("sync_result")
    .select("mid")
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .orderBy("mid", "desc")
    .offset(RESULTS_KEPT - 1)
    .limit(1)
    .executeTakeFirst();
  return oldest !== undefined && mid < oldest.mid - 1;
}

/** Whether an account has had so many devices that one of them may have been forgotten. */
export async function mayLackDevices(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const last = await db
    .selectFrom("sync_client")
    .select("client_id")
    .where("user_id", "=", userId)
    .offset(DEVICES_KEPT - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

const SEEN_EVERY_MS = 24 * 60 * 60_000;

/** A device that only reads is seen, too. Written once a day. */
export async function noteSeen(
  { reader, writer }: Database,
  { userId, clientId }: Device,
  now: Date,
): Promise<void> {
  const [stored] = await readSeen(reader, { userId, clientId });
  if (!stored || now.getTime() - stored.seenAt < SEEN_EVERY_MS) return;
  await writer
    .updateTable("sync_client")
    .set({ seen_at: now.getTime() })
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .execute();
}

const readSeen = statement((db, at: At<Device>) =>
  db
    .selectFrom("sync_client")
    .select("seen_at as seenAt")
    .where("user_id", "=", at("userId"))
    .where("client_id", "=", at("clientId")),
);
