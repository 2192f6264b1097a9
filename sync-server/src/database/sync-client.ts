/** What the server remembers of a device's stream of changes: the last number dealt with, and whose change bore it. */
import { injectedFaults } from "@shelv/contract/injected-fault";
import type { SentMutation } from "@shelv/contract/sync";
import type { Kysely } from "kysely";
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
    .where("client_id", "=", at("clientId")));

export async function storeStream(
  trx: Kysely<Schema>, userId: string, clientId: string, { lastMid, lastOp, now }: Stream & { now: Date },
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
export async function appliedOps(trx: Kysely<Schema>, userId: string, mutations: readonly SentMutation[]): Promise<Set<string>> {
  const named = mutations.flatMap(({ opId }) => opId ?? []);
  if (named.length === 0 || injectedFaults.has("no-dedupe") || injectedFaults.has("op-ids-ignored")) return new Set();
  const known = await trx.selectFrom("sync_op").select("op_id").where("user_id", "=", userId).where("op_id", "in", named).execute();
  return new Set(known.map(({ op_id }) => op_id));
}

export async function rememberOps(trx: Kysely<Schema>, userId: string, opIds: readonly string[], now: Date): Promise<void> {
  if (opIds.length === 0) return;
  await trx
    .insertInto("sync_op")
    .values(opIds.map((op_id) => ({ user_id: userId, op_id, applied_at: now.getTime() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
