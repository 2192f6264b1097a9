/** Counts the tries of a failing change. Each device has at most one, since its queue stops there. */
import { type Kysely, sql } from "kysely";
import { NO_LIMIT } from "#database/dialect";
import type { Schema } from "#database/schema";
import { DEVICES_MAX } from "./sync-client.ts";
import { type At, statement } from "#database/statement";

type Device = { userId: string; clientId: string };
type Change = { mid: number; opId: string | null };

/** This many tries over this much time. */
const REJECTED_AFTER = { times: 5, ms: 10 * 60_000 };
/**
 * Counted between two tries at most: a clock that jumps ahead rejects nothing early, and one that jumps back
 * delays.
 */
const STEP_MAX_MS = REJECTED_AFTER.ms / (REJECTED_AFTER.times - 1);

export async function countTry(
  trx: Kysely<Schema>,
  { userId, clientId }: Device,
  { mid, opId, now }: Change & { now: Date },
): Promise<{ times: number; isOver: boolean }> {
  const before = await trx
    .selectFrom("sync_trouble")
    .select(["mid", "op_id", "times", "waited_ms", "tried_at"])
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  const isSame = before?.mid === mid && before.op_id === opId;
  const tried = {
    mid,
    op_id: opId,
    times: isSame ? before.times + 1 : 1,
    waited_ms: isSame ? before.waited_ms + clamped(now.getTime() - before.tried_at) : 0,
    tried_at: now.getTime(),
  };
  await trx
    .insertInto("sync_trouble")
    .values({ user_id: userId, client_id: clientId, ...tried })
    .onConflict((conflict) => conflict.columns(["user_id", "client_id"]).doUpdateSet(tried))
    .execute();
  if (!before) await forgetOldest(trx, userId);
  const { times, waited_ms } = tried;
  return { times, isOver: times >= REJECTED_AFTER.times && waited_ms >= REJECTED_AFTER.ms };
}

const clamped = (ms: number) => Math.max(0, Math.min(STEP_MAX_MS, ms));

const forgetOldest = (trx: Kysely<Schema>, userId: string) =>
  sql`
    delete from sync_trouble where user_id = ${userId} and client_id in (
      select client_id from sync_trouble where user_id = ${userId} order by tried_at desc limit ${NO_LIMIT} offset ${DEVICES_MAX})`.execute(
    trx,
  );

/** When this change, and so every one before it, is dealt with. */
export async function forgetTries(trx: Kysely<Schema>, device: Device, upTo: number): Promise<void> {
  await deleteTries(trx, { ...device, upTo });
}

const deleteTries = statement((db, at: At<Device & { upTo: number }>) =>
  db
    .deleteFrom("sync_trouble")
    .where("user_id", "=", at("userId"))
    .where("client_id", "=", at("clientId"))
    .where("mid", "<=", at("upTo")),
);
