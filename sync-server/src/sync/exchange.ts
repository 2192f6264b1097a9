/**
 * One exchange with a device: first what it sends, in a write of its own; then, from one snapshot, everything it has to
 * know: the last number dealt with, the refusals it has not acknowledged, and the rows and deletions after its cursor.
 */
import { injectedFaults } from "@shelv/contract/injected-fault";
import { Refusal } from "@shelv/contract/refusal";
import { SYNC_PAGE_ROWS, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { rotateEpoch } from "#database/rotate-epochs";
import { streamOf } from "#database/sync-client";
import { applyMutations, type WriteHost } from "#mutate/apply-mutations";
import { readChanges } from "./read-changes.ts";

/** The oldest wire that is still understood. */
const OLDEST_SCHEMA = 1;

export async function exchange(
  host: WriteHost, userId: string, request: SyncRequest, pageRows = SYNC_PAGE_ROWS,
): Promise<SyncResponse> {
  if (request.schema < OLDEST_SCHEMA) throw new Refusal("client-outdated");
  if (request.schema > SYNC_SCHEMA) throw new Refusal("server-outdated");
  await noticeRestore(host, userId, request);
  const { gap, retry } = request.mutations.length > 0
    ? await applyMutations(host, { userId, clientId: request.clientId, epoch: request.epoch, mutations: request.mutations })
    : { gap: false, retry: null };
  return host.db.reader.transaction().execute(async (trx) => ({
    base: { epoch: request.epoch, cursor: request.cursor },
    gap,
    retry,
    ...(await answer(trx, userId, request, pageRows)),
  }));
}

/**
 * A device that has seen more of this life than the server remembers is proof that a backup was put back without saying so
 * (or that the device was forgotten, having been silent for longer than anything is kept). A new life begins: every device
 * starts over and sends again what the backup does not know, instead of asking for ever.
 */
async function noticeRestore({ db }: WriteHost, userId: string, request: SyncRequest): Promise<void> {
  if (injectedFaults.has("no-epoch-rotation") || !(await remembersLess(db.reader, userId, request))) return;
  await db.writer.transaction().execute(async (trx) => {
    if (await remembersLess(trx, userId, request)) await rotateEpoch(trx, userId);
  });
}

async function remembersLess(db: Kysely<Schema>, userId: string, { clientId, epoch, cursor, ack }: SyncRequest): Promise<boolean> {
  const owner = await db.selectFrom("sync_user").select(["epoch", "version"]).where("user_id", "=", userId).executeTakeFirstOrThrow();
  if (owner.epoch !== epoch) return false;
  return cursor > owner.version || (ack > 0 && ack > ((await streamOf(db, userId, clientId))?.lastMid ?? 0));
}

async function answer(trx: Kysely<Schema>, userId: string, request: SyncRequest, pageRows: number) {
  const { epoch, version, gc_floor } = await trx
    .selectFrom("sync_user")
    .select(["epoch", "version", "gc_floor"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const floor = injectedFaults.has("gc-without-floor") ? 0 : gc_floor;
  const stream = await streamOf(trx, userId, request.clientId);
  const goesOn = request.continues && (request.floor ?? floor) === floor;
  const reset = request.epoch !== epoch || request.cursor > version || (request.cursor < floor && !goesOn);
  const ack = request.epoch === epoch || injectedFaults.has("ack-ignores-epoch") ? request.ack : 0;
  const changes = request.pull
    ? await readChanges(trx, userId, { since: reset ? 0 : request.cursor, upTo: version, limit: pageRows })
    : { rows: [], gone: [], cursor: request.cursor, more: false };
  return {
    epoch,
    reset,
    floor,
    pulled: request.pull,
    lastMid: stream?.lastMid ?? 0,
    lastOp: stream?.lastOp ?? null,
    results: await resultsOf(trx, userId, request.clientId, ack),
    ...changes,
  };
}

/**
 * What the device has recorded is not told again, and yet kept for as long as the device is known: a browser that puts back an
 * older copy of its store has recorded it no longer, and would take the change for done.
 */
const resultsOf = (trx: Kysely<Schema>, userId: string, clientId: string, ack: number) =>
  trx
    .selectFrom("sync_result")
    .select(["mid", "code", "message"])
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .where("mid", ">", ack)
    .orderBy("mid")
    .execute();
