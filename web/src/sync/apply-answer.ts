/**
 * What the server answered becomes what the screen shows, in one transaction:
 *
 *   is this answer about where we stand? → record refusals → take the view back to the confirmed rows (`base`) → lay the
 *   server's rows and deletions over it → replay what is still pending, in order → write the rows that differ
 *
 * Invariants: the view is always replay(confirmed, pending); `base` holds the confirmed row of exactly those rows that
 * pending changes touched; a refused change is in the tray, a pending one in the outbox, and no change is in neither.
 */
import { injectedFaults } from "@shelv/contract/injected-fault";
import { OWNER_TABLES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { isOwnerTable, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { MemoryTx } from "@shelv/mutators/memory-tx";
import { prepareMutation } from "@shelv/mutators/mutations";
import type { Context } from "@shelv/mutators/mutator";
import * as v from "valibot";
import type { BaseRow, LocalStore, OutboxEntry } from "#local-store/local-store";
import { pendingEntries } from "#local-store/queries";
import { readMeta, type SyncMeta, writeMeta } from "#local-store/sync-meta";
import { localContext } from "#outbox/mutate";
import { moveToTray } from "#outbox/refused";
import { startNewStream } from "./new-stream";
import { RebasedView } from "./rebased-view";

/** `stale`: this device has moved on since it asked; nothing was applied, ask again. */
export type Applied = "applied" | "stale";

/** Long replays read whole tables once instead of row by row. */
const LONG_REPLAY = 20;

export async function applyAnswer(store: LocalStore, request: SyncRequest, answer: SyncResponse): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    if (!isAboutHere(request, answer, meta)) return "stale";
    if (answer.lastMid >= meta.nextMid) {
      await startNewStream(store, meta);
      return "stale";
    }
    if (!answer.pulled && answer.epoch !== meta.epoch) {
      // The server lives another life: its numbers mean nothing before its rows are here.
      await writeMeta(store, { ...meta, epoch: null });
      return "stale";
    }
    for (const result of answer.results) await moveToTray(store, result.mid, result);
    const next = { ...meta, epoch: answer.epoch, lastMid: lastMidAfter(meta, answer), lastSyncAt: Date.now() };
    if (answer.pulled) await rebase(store, answer, next.lastMid);
    await writeMeta(store, answer.pulled ? { ...next, cursor: answer.cursor } : next);
    return "applied";
  });
}

/** An answer counts only where it was asked: same stream of changes, same place. */
function isAboutHere(request: SyncRequest, { base }: SyncResponse, meta: SyncMeta): boolean {
  if (injectedFaults.has("no-base-guard")) return true;
  return request.clientId === meta.clientId && base.epoch === meta.epoch && base.cursor === meta.cursor;
}

/**
 * Within one epoch numbers only rise, so that a late answer takes nothing back. A server that lost some (a restored backup
 * has a new epoch; a gap is its own word for it) is believed: what it forgot is pending again and sent again.
 */
function lastMidAfter(meta: SyncMeta, answer: SyncResponse): number {
  if (injectedFaults.has("lost-pending-on-reset")) return Math.max(meta.lastMid, answer.lastMid);
  return answer.epoch === meta.epoch && !answer.gap ? Math.max(meta.lastMid, answer.lastMid) : answer.lastMid;
}

async function rebase(store: LocalStore, answer: SyncResponse, lastMid: number): Promise<void> {
  const view = new RebasedView(store);
  const base: BaseRow[] = await store.base.toArray();
  if (answer.reset) await view.clear();
  else if (!injectedFaults.has("no-revert-before-rebase")) for (const { table, id, row } of base) view.set(table, id, row);
  layOver(view, answer);
  const newBase = await replay(store, view, await pendingEntries(store, lastMid).toArray());
  await view.flush();
  await storeBase(store, base, newBase);
}

/** Pages come in order, so what a later one says of a row stands. */
function layOver(view: RebasedView, { rows, gone }: SyncResponse): void {
  for (const { table, id } of gone) if (isOwnerTable(table)) view.set(table, id, null);
  for (const { table, row } of rows) {
    const known = knownRow(table, row);
    if (known) view.set(known.table, known.row.id, known.row);
  }
}

/** A row of a table that this build knows, in the shape it knows. A newer server may send others: they wait for an update. */
function knownRow(table: string, row: unknown): { table: OwnerTable; row: OwnerRow } | null {
  if (!isOwnerTable(table)) return null;
  const parsed = v.safeParse(OWNER_TABLES[table], row);
  return parsed.success ? { table, row: parsed.output } : null;
}

/** Runs pending changes again. One that cannot be on the newer rows shows nothing; the server will say so, and why. */
async function replay(store: LocalStore, view: RebasedView, pending: readonly OutboxEntry[]): Promise<BaseRow[]> {
  if (pending.length > LONG_REPLAY) await view.preload();
  const context = await localContext(store);
  const base = new Map<string, BaseRow>();
  for (const entry of pending) {
    for (const { table, id, before, after } of await replayOne(view, entry, context)) {
      const at = `${table}\n${id}`;
      if (!base.has(at)) base.set(at, { table, id, row: before });
      view.set(table, id, after);
    }
  }
  return [...base.values()];
}

async function replayOne(view: RebasedView, entry: OutboxEntry, context: Context) {
  try {
    const prepared = prepareMutation(entry);
    if (!prepared) return [];
    const tx = new MemoryTx(await view.fetch(prepared.reads));
    prepared.run(tx, context);
    return tx.changes();
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

async function storeBase(store: LocalStore, before: readonly BaseRow[], after: readonly BaseRow[]): Promise<void> {
  const kept = new Set(after.map(({ table, id }) => `${table}\n${id}`));
  await store.base.bulkDelete(before.filter(({ table, id }) => !kept.has(`${table}\n${id}`)).map(({ table, id }) => [table, id]));
  await store.base.bulkPut(after);
}
