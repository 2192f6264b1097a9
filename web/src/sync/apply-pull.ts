/**
 * What the server answered becomes what the screen shows, in one transaction:
 *
 *   asked of this state? → record rejections → take the view back to the confirmed rows → lay the server's rows and deletions
 *   over it → what is gone joins the trash → replay the pending changes, in order → write the rows that differ
 *
 * Invariants: the view is always replay(confirmed, pending); a rejected change is in the tray, a pending one in the outbox, and
 * no change is in neither.
 */
import { injectedFaults } from "@shelv/contract/injected-fault";
import { OWNER_TABLES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { isOwnerTable, type SyncNews, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { MemoryTx } from "@shelv/mutators/memory-tx";
import { type PreparedMutation, prepareMutation } from "@shelv/mutators/mutations";
import { dequal } from "dequal/lite";
import * as v from "valibot";
import { type BeforeImage, confirmedRows } from "#local-store/before-images";
import type { LocalStore, OutboxEntry } from "#local-store/local-store";
import { lastGiven, pendingEntries } from "#local-store/queries";
import { readMeta, startedOver, type SyncMeta, writeMeta } from "#local-store/sync-meta";
import { itemsThatLost } from "#local-store/trash";
import { localContext } from "#outbox/mutate";
import { moveToRejected } from "#outbox/move-to-rejected";
import { tryGivenUpAgain } from "./blocked-change";
import { RebasedView } from "./rebased-view";
import { resetClient } from "./reset-client";
import { noteWants } from "./upload-pictures";

/** `stale`: this device has moved on since it asked; nothing was applied, ask again. */
export type Applied = "applied" | "stale";

/** @param askedAt `meta.revision` when the request was made */
export async function applyPull(
  store: LocalStore,
  { request, askedAt }: { request: SyncRequest; askedAt: number },
  answer: SyncResponse,
): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    if (!isAboutHere(request, askedAt, answer, meta)) return "stale";
    if (answer.lastMid > (await lastGiven(store)) || (await isForked(store, answer))) {
      await resetClient(store, meta);
      return "stale";
    }
    if (!answer.pulled && answer.epoch !== meta.epoch) {
      // Another epoch's numbers mean nothing before its rows are here.
      await writeMeta(store, startedOver(meta));
      return "stale";
    }
    if (!injectedFaults.has("refusals-not-recorded"))
      for (const result of answer.results) await moveToRejected(store, result.mid, result);
    if (injectedFaults.has("stopped-taken-for-done"))
      answer.lastMid = Math.max(answer.lastMid, request.mutations.at(-1)?.mid ?? 0);
    if (injectedFaults.has("lost-pending-on-reset")) answer.lastMid = Math.max(answer.lastMid, meta.lastMid);
    const next: SyncMeta = {
      ...meta,
      epoch: answer.epoch,
      lastMid: answer.lastMid,
      lastSyncAt: Date.now(),
      blocked: meta.blocked && meta.blocked.mid > answer.lastMid ? meta.blocked : null,
    };
    // What the server forgot is acknowledged again.
    if (answer.epoch !== meta.epoch || answer.lastMid < meta.lastMid) {
      next.acknowledged = [];
      await tryGivenUpAgain(store);
    }
    if (answer.pulled) {
      await rebase(store, answer, next);
      await noteWants(store, answer.wants);
    }
    await writeMeta(
      store,
      answer.pulled
        ? { ...rebased(next, answer.cursor), wants: answer.wants, awaitsRows: false }
        : { ...next, awaitsRows: (meta.awaitsRows ?? false) || next.lastMid !== meta.lastMid },
    );
    return "applied";
  });
}

/** Applies another device's change as the server pushes it. It counts only on the state just before it, and leaves pending changes pending. */
export async function applyNews(store: LocalStore, news: SyncNews): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    const isFromHere = news.base.cursor === meta.cursor || injectedFaults.has("news-from-anywhere");
    // Acknowledged changes whose rows are not here yet would vanish until they come.
    if (news.base.epoch !== meta.epoch || !isFromHere || meta.awaitsRows) return "stale";
    await rebase(store, { ...news, reset: false }, meta);
    await writeMeta(store, { ...rebased(meta, news.cursor), lastSyncAt: Date.now() });
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
 * An answer counts only on the state that asked for it. Within one epoch the server's numbers only rise, so an answer with a
 * lower one is older than another that was applied. The exception is `gap`: what the server forgot is pending and sent again.
 */
function isAboutHere(
  request: SyncRequest,
  askedAt: number,
  { base, epoch, gap, lastMid }: SyncResponse,
  meta: SyncMeta,
): boolean {
  if (injectedFaults.has("no-base-guard")) return true;
  const isOlder = epoch === meta.epoch && lastMid < meta.lastMid && !gap;
  const isFromHere =
    (base.cursor === meta.cursor && askedAt === meta.revision) || injectedFaults.has("weak-cursor-guard");
  return request.clientId === meta.clientId && base.epoch === meta.epoch && isFromHere && !isOlder;
}

/** Whether the server ran another change under the last number: another copy of this store gave that number. */
async function isForked(store: LocalStore, { lastMid, lastOp }: SyncResponse): Promise<boolean> {
  if (lastOp === null || injectedFaults.has("op-ids-ignored")) return false;
  const own = await store.outbox.get(lastMid);
  return own !== undefined && own.opId !== lastOp;
}

type ServersChanges = Pick<SyncResponse, "rows" | "gone" | "reset">;

/** Entries up to `lastMid` are confirmed or rejected, and later ones pending. */
async function rebase(
  store: LocalStore,
  answer: ServersChanges,
  { lastMid, rebasedMid }: SyncMeta,
): Promise<void> {
  const entries = await pendingEntries(store, Math.min(lastMid, rebasedMid)).toArray();
  const confirmed = confirmedRows(entries.filter(({ mid }) => mid > rebasedMid));
  const pending = entries.filter(({ mid }) => mid > lastMid);
  const prepared = pending.map(preparedOrNull);
  const view = await RebasedView.load(
    store,
    prepared.filter((mutation) => mutation !== null),
    new Set(pending.map(({ opId }) => opId)),
  );
  if (answer.reset) await view.clear();
  else if (!injectedFaults.has("no-revert-before-rebase"))
    for (const { table, id, row } of confirmed) view.set(table, id, row);
  layOver(view, answer);
  view.settle();
  const replayed = pending.map((entry, at) => ({ entry, before: replay(view, entry, prepared[at] ?? null) }));
  await view.flush();
  const changed = replayed.filter(({ entry, before }) => !dequal(entry.before ?? [], before));
  if (changed.length > 0)
    await store.outbox.bulkPut(changed.map(({ entry, before }) => ({ ...entry, before })));
}

/** An answer names each row once: its pages are merged before. */
function layOver(view: RebasedView, { rows, gone }: ServersChanges): void {
  for (const { table, id } of gone) if (isOwnerTable(table)) view.set(table, id, null);
  for (const { table, row } of rows) {
    const known = knownRow(table, row);
    if (known) view.set(known.table, known.row.id, known.row);
  }
}

/** A row of a table and shape that this build knows. A newer server may send others: they wait for an update. */
function knownRow(table: string, row: unknown): { table: OwnerTable; row: OwnerRow } | null {
  if (!isOwnerTable(table)) return null;
  const parsed = v.safeParse(OWNER_TABLES[table], row);
  return parsed.success ? { table, row: parsed.output } : null;
}

/** Null for a change that this build cannot run: it shows nothing and stays in the outbox. */
const preparedOrNull = (entry: OutboxEntry): PreparedMutation | null =>
  unlessRefused(() => prepareMutation(entry));

/**
 * Runs a pending change again, as of when it was made. Answers its before-images. One that newer rows make impossible shows
 * nothing; the server will reject it and say why.
 */
function replay(
  view: RebasedView,
  { opId, at }: OutboxEntry,
  mutation: PreparedMutation | null,
): BeforeImage[] {
  if (!mutation) return [];
  const fetched = view.fetch(mutation);
  const tx = new MemoryTx(fetched);
  const changes = unlessRefused(() => {
    mutation.run(tx, { ...localContext(fetched), now: new Date(at).toISOString() });
    return tx.changes();
  });
  for (const { table, id, after } of changes ?? []) {
    if (after) view.set(table, id, after);
    else view.throwAway(table, id, opId, itemsThatLost(id, changes ?? []));
  }
  return (changes ?? []).map(({ table, id, before }) => ({ table, id, row: before }));
}

function unlessRefused<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
