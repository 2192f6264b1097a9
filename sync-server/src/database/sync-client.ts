/** What the server remembers of a device's stream of changes: the last number dealt with, and whose change bore it. */
import { injectedFaults } from "@shelv/contract/injected-fault";
import type { SentMutation } from "@shelv/contract/sync";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

export type Stream = { lastMid: number; lastOp: string | null };

/** Null for a device never heard of, or so long ago that it was forgotten. */
export async function streamOf(db: Kysely<Schema>, userId: string, clientId: string): Promise<Stream | null> {
  const client = await db
    .selectFrom("sync_client")
    .select(["last_mid", "last_op"])
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return client ? { lastMid: client.last_mid, lastOp: client.last_op } : null;
}

export async function storeStream(
  trx: Kysely<Schema>, userId: string, clientId: string, { lastMid, lastOp, now }: Stream & { now: Date },
): Promise<void> {
  const stream = { last_mid: lastMid, last_op: lastOp, seen_at: now.getTime() };
  await trx
    .insertInto("sync_client")
    .values({ user_id: userId, client_id: clientId, ...stream })
    .onConflict((conflict) => conflict.columns(["user_id", "client_id"]).doUpdateSet(stream))
    .execute();
}

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
