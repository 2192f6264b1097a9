/**
 * One exchange with a device: first what it sends, in a write of its own; then, from one snapshot, everything it has to
 * know: the last number dealt with, the refusals it has not acknowledged, and the rows and deletions after its cursor.
 */
import { Refusal } from "@shelv/contract/refusal";
import { SYNC_PAGE_ROWS, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { lastMidOf } from "#database/sync-client";
import { applyMutations, type WriteHost } from "#mutate/apply-mutations";
import { readChanges } from "./read-changes.ts";

/** The oldest wire that is still understood. */
const OLDEST_SCHEMA = 1;

export async function exchange(
  host: WriteHost, userId: string, request: SyncRequest, pageRows = SYNC_PAGE_ROWS,
): Promise<SyncResponse> {
  if (request.schema < OLDEST_SCHEMA) throw new Refusal("client-outdated");
  if (request.schema > SYNC_SCHEMA) throw new Refusal("server-outdated");
  const { gap, retry } = request.mutations.length > 0
    ? await applyMutations(host, { userId, clientId: request.clientId, epoch: request.epoch, mutations: request.mutations })
    : { gap: false, retry: null };
  await forgetResults(host.db.writer, userId, request);
  return host.db.reader.transaction().execute(async (trx) => ({
    base: { epoch: request.epoch, cursor: request.cursor },
    gap,
    retry,
    ...(await answer(trx, userId, request, pageRows)),
  }));
}

async function answer(trx: Kysely<Schema>, userId: string, request: SyncRequest, pageRows: number) {
  const { epoch, version, gc_floor } = await trx
    .selectFrom("sync_user")
    .select(["epoch", "version", "gc_floor"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const reset = request.epoch !== epoch || request.cursor > version || (request.cursor < gc_floor && !request.continues);
  const ack = request.epoch === epoch ? request.ack : 0;
  const changes = request.pull
    ? await readChanges(trx, userId, { since: reset ? 0 : request.cursor, upTo: version, limit: pageRows })
    : { rows: [], gone: [], cursor: request.cursor, more: false };
  return {
    epoch,
    reset,
    pulled: request.pull,
    lastMid: await lastMidOf(trx, userId, request.clientId),
    results: await resultsOf(trx, userId, request.clientId, ack),
    ...changes,
  };
}

/** Results that the device has recorded are forgotten, but only while both live in the same epoch. */
async function forgetResults(writer: Kysely<Schema>, userId: string, { clientId, epoch, ack }: SyncRequest): Promise<void> {
  if (ack === 0) return;
  await writer
    .deleteFrom("sync_result")
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .where("mid", "<=", ack)
    .where((eb) =>
      eb.exists(eb.selectFrom("sync_user").select("epoch").where("user_id", "=", userId).where("epoch", "=", epoch ?? "")))
    .execute();
}

const resultsOf = (trx: Kysely<Schema>, userId: string, clientId: string, ack: number) =>
  trx
    .selectFrom("sync_result")
    .select(["mid", "code", "message"])
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .where("mid", ">", ack)
    .orderBy("mid")
    .execute();
