import type { SentMutation } from "@shelv/contract/sync";
import { type Kysely, sql } from "kysely";
import type { Database } from "#database/open-database";
import { isAmong, NO_LIMIT } from "#database/dialect";
import type { Schema } from "#database/schema";
import { type At, type AtRow, batchStatement, remembered, rowNumbers, statement } from "#database/statement";
import { lockCounters } from "#database/transaction";

export type Numbering = { lastMid: number; lastOp: string | null };
type Device = { userId: string; clientId: string };

export async function storeNumbering(
  trx: Kysely<Schema>,
  userId: string,
  clientId: string,
  { lastMid, lastOp, now }: Numbering & { now: Date },
): Promise<void> {
  await putNumbering.send(trx, { userId, clientId, lastMid, lastOp, seenAt: now.getTime() });
}

const putNumbering = statement((db, at: At<Device & Numbering & { seenAt: number }>) => {
  const numbering = { last_mid: at("lastMid"), last_op: at("lastOp"), seen_at: at("seenAt") };
  return db
    .insertInto("sync_client")
    .values({ user_id: at("userId"), client_id: at("clientId"), ...numbering })
    .onConflict((conflict) => conflict.columns(["user_id", "client_id"]).doUpdateSet(numbering));
});

/** `opIds`: of the mutations, those that are applied under any number. `hasTries`: see sync-trouble.ts. */
export type KnownDevice = { numbering: Numbering | null; hasTries: boolean; opIds: ReadonlySet<string> };

/** One statement, which each write has. Returns how to get its result. */
export async function findDevice(
  trx: Kysely<Schema>,
  { userId, clientId }: Device,
  mutations: readonly SentMutation[],
): Promise<() => Promise<KnownDevice>> {
  const opIds = mutations.flatMap(({ opId }) => opId ?? []);
  // Of few sizes: a statement is compiled and prepared once for each.
  const size = 2 ** Math.ceil(Math.log2(Math.max(opIds.length, 1)));
  const named = Object.fromEntries(rowNumbers(size).map((nth) => [`op.${nth}`, opIds[nth] ?? null]));
  const { rows } = await readingDevice(String(size)).send(trx, { userId, clientId, ...named });
  return async () => knownDevice(await rows);
}

type DeviceRow = { last_mid: number | null; op_id: string | null; tried_mid: number | null };

/**
 * The device, and in each further row one of the given `opId`s that is applied. `opIds`: how many are given.
 */
const readingDevice = remembered((opIds: string) =>
  statement((db, at: At<Record<string, string | null>>) => ({
    compile: () =>
      sql<DeviceRow>`
      select device.last_mid, device.last_op as op_id, trouble.mid as tried_mid
      from sync_client as device
      left join sync_trouble as trouble on trouble.user_id = device.user_id and trouble.client_id = device.client_id
      where device.user_id = ${at("userId")} and device.client_id = ${at("clientId")}
      union all
      select null, op_id, null from sync_op where user_id = ${at("userId")} and op_id in (${sql.join(rowNumbers(Number(opIds)).map((nth) => at(`op.${nth}`)))})`.compile(
        db,
      ),
  })),
);

function knownDevice(found: readonly DeviceRow[]): KnownDevice {
  const device = found.find(({ last_mid }) => last_mid !== null);
  return {
    numbering: device ? { lastMid: device.last_mid ?? 0, lastOp: device.op_id } : null,
    hasTries: !device || device.tried_mid !== null,
    opIds: new Set(
      found.flatMap(({ last_mid, op_id }) => (last_mid === null && op_id !== null ? op_id : [])),
    ),
  };
}

export async function rememberOps(
  trx: Kysely<Schema>,
  userId: string,
  opIds: readonly string[],
  now: Date,
): Promise<void> {
  const appliedAt = now.getTime();
  await putOps.send(
    trx,
    opIds.map((opId) => ({ userId, opId, appliedAt })),
  );
}

const putOps = batchStatement((db, at: AtRow<"userId" | "opId" | "appliedAt">, count) =>
  db
    .insertInto("sync_op")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        op_id: at(row, "opId"),
        applied_at: at(row, "appliedAt"),
      })),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * Beyond the newest. Mutation numbers identify a synced device's changes; op ids matter only after a restored
 * backup and for a forgotten device.
 */
export async function forgetOldOps(trx: Kysely<Schema>, userId: string, opCount: number): Promise<void> {
  const over = Math.min(FORGET_AT_ONCE, opCount - OPS_MAX);
  if (over <= 0) return;
  await sql`
    delete from sync_op where user_id = ${userId} and rowid in (
      select rowid from sync_op where user_id = ${userId} order by rowid limit ${over})`.execute(trx);
}

/**
 * Of all accounts, the oldest first, up to `limit`. Returns their number. Each one's owner counts it
 * (`op_count`).
 */
export async function forgetOpsBefore(
  trx: Kysely<Schema>,
  appliedAt: number,
  limit: number,
): Promise<number> {
  const old = await trx
    .selectFrom("sync_op")
    .select(["user_id", "op_id"])
    .where("applied_at", "<=", appliedAt)
    .orderBy("applied_at")
    .limit(limit)
    .execute();
  await lockCounters(
    trx,
    old.map(({ user_id }) => user_id),
  );
  const keys = JSON.stringify(old.map(({ user_id, op_id }) => [user_id, op_id]));
  await sql`
    delete from sync_op where (user_id, op_id) in (select value ->> 0, value ->> 1 from json_each(${keys}))`.execute(
    trx,
  );
  return old.length;
}

/** Up to `limit` rows; the device goes with its last rejection. Returns the number. */
export async function forgetDevice(
  trx: Kysely<Schema>,
  { userId, clientId }: Device,
  limit: number,
): Promise<number> {
  const results = await deleteResults(trx, { userId, clientId }, { limit });
  if (results >= limit) return results;
  for (const table of ["sync_trouble", "sync_client"] as const)
    await trx.deleteFrom(table).where("user_id", "=", userId).where("client_id", "=", clientId).execute();
  return results + 1;
}

/** Of a device; the oldest go first. */
export const RESULTS_MAX = 1000;
/** Of an account; the longest unseen go first. */
export const DEVICES_MAX = 100;
/** Of an account; the oldest go first. */
export const OPS_MAX = 100_000;

/** Those beyond the newest. */
async function forgetOldResults(trx: Kysely<Schema>, device: Device): Promise<void> {
  const newestOver = await trx
    .selectFrom("sync_result")
    .select("mid")
    .where("user_id", "=", device.userId)
    .where("client_id", "=", device.clientId)
    .orderBy("mid", "desc")
    .offset(RESULTS_MAX)
    .limit(1)
    .executeTakeFirst();
  if (newestOver) await deleteResults(trx, device, { upTo: newestOver.mid, limit: FORGET_AT_ONCE });
}

async function deleteResults(
  trx: Kysely<Schema>,
  { userId, clientId }: Device,
  { upTo = NO_LIMIT, limit }: { upTo?: number; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sync_result where ${isAmong(
      trx,
      sql`from sync_result where user_id = ${userId} and client_id = ${clientId} and mid <= ${upTo} order by mid limit ${limit}`,
    )}`.execute(trx);
  return Number(numAffectedRows);
}

/** Those beyond the last seen ones. */
async function forgetOldDevices(trx: Kysely<Schema>, { userId, clientId: newest }: Device): Promise<void> {
  const over = await trx
    .selectFrom("sync_client")
    .select("client_id as clientId")
    .where("user_id", "=", userId)
    .orderBy((eb) => eb("client_id", "=", newest), "desc")
    .orderBy("seen_at", "desc")
    .orderBy("client_id")
    .offset(DEVICES_MAX)
    .limit(DEVICES_AT_ONCE)
    .execute();
  let gone = 0;
  for (const { clientId } of over)
    if (gone < FORGET_AT_ONCE) gone += await forgetDevice(trx, { userId, clientId }, FORGET_AT_ONCE - gone);
}

const DEVICES_AT_ONCE = 20;
/** One request adds fewer. */
const FORGET_AT_ONCE = 2000;

/** Limits a device's stored rejections and, if it is new, its account's devices. */
export async function trimDevice(
  trx: Kysely<Schema>,
  device: Device,
  { isNew, hasNewResults }: { isNew: boolean; hasNewResults: boolean },
): Promise<void> {
  if (hasNewResults) await forgetOldResults(trx, device);
  if (isNew) await forgetOldDevices(trx, device);
}

/** The account has the most devices, so one may have been deleted. */
export async function mayLackDevices(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const last = await db
    .selectFrom("sync_client")
    .select("client_id")
    .where("user_id", "=", userId)
    .offset(DEVICES_MAX - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}

const SEEN_EVERY_MS = 24 * 60 * 60_000;

/** Notes, at most once per day, a device which only reads. `seenAt`: null for an unknown device. */
export async function noteSeen(
  { writer }: Database,
  { userId, clientId, seenAt }: Device & { seenAt: number | null },
  now: Date,
): Promise<void> {
  if (seenAt === null || now.getTime() - seenAt < SEEN_EVERY_MS) return;
  await writer
    .updateTable("sync_client")
    .set({ seen_at: now.getTime() })
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .execute();
}
