/**
 * Applies the server's answer in one transaction: is it about this state? → move rejections to the tray →
 * rebase → store the new state. Invariant: each change that is not confirmed is in the tray or in the outbox.
 */
import { NO_OP, type PokeBody, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import { highestMid } from "#local-store/queries";
import { readMeta, startedOver, writeMeta } from "#local-store/sync-meta";
import type { SyncMeta } from "#local-store/schema";
import { moveToRejected } from "#outbox/move-to-rejected";
import { tryGivenUpAgain } from "#sync/blocked-change";
import { rebase } from "./rebase";
import { wantsHere } from "#sync/upload-pictures";
import { newId } from "#platform/new-id";

/** `stale`: the answer is about another state and was not applied. Ask again. */
export type Applied = "applied" | "stale";

/** @param askedRevision `meta.revision` when the request was made */
export async function applyPull(
  store: LocalStore,
  { request, askedRevision }: { request: SyncRequest; askedRevision: number },
  answer: SyncResponse,
): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    if (!isForCurrentState(request, askedRevision, answer, meta)) return "stale";
    if (answer.lastMid > (await highestMid(store)) || (await isForked(store, answer))) {
      await resetClient(store, meta);
      return "stale";
    }
    if (!answer.pulled && answer.epoch !== meta.epoch) {
      // Another epoch's numbers mean nothing before its rows are here.
      await writeMeta(store, startedOver(meta));
      return "stale";
    }
    for (const result of answer.results) await moveToRejected(store, result.mid, result);
    const next: SyncMeta = {
      ...meta,
      epoch: answer.epoch,
      lastMid: answer.lastMid,
      lastSyncAt: Date.now(),
    };
    // What a server restored from a backup forgot is acknowledged again.
    if (answer.epoch !== meta.epoch || answer.lastMid < meta.lastMid) {
      next.acknowledged = [];
      await tryGivenUpAgain(store);
    }
    if (answer.pulled) {
      await rebase(store, answer, next);
      const wants = await wantsHere(store, answer.wants, meta.wants);
      await writeMeta(store, { ...rebased(next, answer.cursor), wants, awaitsRows: false });
    } else {
      const awaitsRows = (meta.awaitsRows ?? false) || next.lastMid !== meta.lastMid;
      // Answers without rows may arrive in any order, so only a pull removes a wanted picture.
      const wanted = new Set([...meta.wants.map(({ sha256 }) => sha256), ...answer.wants]);
      const wants = await wantsHere(store, [...wanted], meta.wants);
      await writeMeta(store, { ...next, wants, awaitsRows });
    }
    return "applied";
  });
}

/**
 * Applies another device's change, if this device is at the state just before it. Pending changes stay
 * pending.
 */
export async function applyPoke(store: LocalStore, body: PokeBody): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    const hasSameCursor = body.base.cursor === meta.cursor;
    // Acknowledged changes whose rows are not here yet would vanish until they come.
    if (body.base.epoch !== meta.epoch || !hasSameCursor || meta.awaitsRows) return "stale";
    await rebase(store, { ...body, reset: false }, meta);
    await writeMeta(store, { ...rebased(meta, body.cursor), lastSyncAt: Date.now() });
    return "applied";
  });
}

const rebased = (meta: SyncMeta, cursor: number): SyncMeta => ({
  ...meta,
  cursor,
  rebasedMid: meta.lastMid,
  revision: meta.revision + 1,
});

/**
 * An answer counts only on the state that asked. Within one epoch the server's numbers only rise, so a lower
 * one is of an older answer. The exception is `gap`: what the server forgot is pending and sent again.
 */
function isForCurrentState(
  request: SyncRequest,
  askedRevision: number,
  { base, epoch, gap, lastMid }: SyncResponse,
  meta: SyncMeta,
): boolean {
  const isOlder = epoch === meta.epoch && lastMid < meta.lastMid && !gap;
  const hasSameCursor = base.cursor === meta.cursor && askedRevision === meta.revision;
  return request.clientId === meta.clientId && base.epoch === meta.epoch && hasSameCursor && !isOlder;
}

/** The server ran another change under the last number, from another copy of this store. */
async function isForked(store: LocalStore, { lastMid, lastOp }: SyncResponse): Promise<boolean> {
  if (lastOp === null) return false;
  const own = await store.outbox.get(lastMid);
  return own !== undefined && own.opId !== lastOp;
}

/**
 * The server has numbers that this device never gave, or gave to other changes: the browser restored an older
 * copy of the store, or two devices run on one. The device becomes a new client and numbers from 1. It sends
 * acknowledged changes too, because a restored server may lack them.
 */
async function resetClient(store: LocalStore, meta: SyncMeta): Promise<void> {
  // Until the next rebase, a rejected change's no-op holds its before-images.
  const kept = await store.outbox
    .filter(({ mid, name }) => mid > Math.min(meta.lastMid, meta.rebasedMid) || name !== NO_OP)
    .toArray();
  await store.outbox.clear();
  await store.outbox.bulkAdd(
    kept.map((entry, at) => ({
      ...entry,
      mid: at + 1,
      // The view already holds the rebased ones as confirmed.
      before: entry.mid > meta.rebasedMid ? (entry.before ?? []) : [],
    })),
  );
  await tryGivenUpAgain(store);
  await writeMeta(store, {
    ...meta,
    clientId: newId(),
    lastMid: 0,
    rebasedMid: 0,
    blocked: null,
    acknowledged: [],
    awaitsRows: true,
  });
}
