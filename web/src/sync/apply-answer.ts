/**
 * What the server answered becomes what the screen shows, in one transaction:
 *
 *   is this answer about where we stand? → record refusals → take the view back to the confirmed rows (`base`) → lay the
 *   server's rows and deletions over it → what it no longer has joins the trash → replay what is still pending, in order → write the rows that differ
 *
 * Invariants: the view is always replay(confirmed, pending); `base`, with what the changes since say themselves, holds the confirmed
 * row of exactly those rows that pending changes touched; a refused change is in the tray, a pending one in the outbox, and no change is in neither.
 */
import { injectedFaults } from "@shelv/contract/injected-fault";
import { OWNER_TABLES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { isOwnerTable, type SyncNews, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { MemoryTx } from "@shelv/mutators/memory-tx";
import { type PreparedMutation, prepareMutation } from "@shelv/mutators/mutations";
import * as v from "valibot";
import type { BaseRow, LocalStore, OutboxEntry } from "#local-store/local-store";
import { confirmedRows, keyOf, lighten } from "#local-store/confirmed-rows";
import { lastGiven, pendingEntries } from "#local-store/queries";
import { readMeta, type SyncMeta, writeMeta } from "#local-store/sync-meta";
import { localContext } from "#outbox/mutate";
import { itemsThatLost } from "#local-store/trash";
import { moveToTray } from "#outbox/refused";
import { PICTURE_MISSING } from "#outbox/rejected";
import { recordMissingPicture } from "./missing-pictures";
import { startNewStream } from "./new-stream";
import { owedAfter } from "./owed-pictures";
import { tryGivenUpAgain } from "./poison";
import { RebasedView } from "./rebased-view";

/** `stale`: this device has moved on since it asked; nothing was applied, ask again. */
export type Applied = "applied" | "stale";

export async function applyAnswer(
  store: LocalStore,
  request: SyncRequest,
  answer: SyncResponse,
): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    if (!isAboutHere(request, answer, meta)) return "stale";
    if (answer.lastMid > (await lastGiven(store)) || (await isForked(store, answer))) {
      await startNewStream(store, meta);
      return "stale";
    }
    if (!answer.pulled && answer.epoch !== meta.epoch) {
      // The server lives another life: its numbers mean nothing before its rows are here.
      await writeMeta(store, { ...meta, epoch: null });
      return "stale";
    }
    if (!injectedFaults.has("refusals-not-recorded")) {
      for (const result of answer.results)
        await (result.code === PICTURE_MISSING
          ? recordMissingPicture(store, result)
          : moveToTray(store, result.mid, result));
    }
    if (injectedFaults.has("stopped-taken-for-done"))
      answer.lastMid = Math.max(answer.lastMid, request.mutations.at(-1)?.mid ?? 0);
    if (injectedFaults.has("lost-pending-on-reset")) answer.lastMid = Math.max(answer.lastMid, meta.lastMid);
    const next = { ...meta, epoch: answer.epoch, lastMid: answer.lastMid, lastSyncAt: Date.now() };
    if (answer.epoch !== meta.epoch) {
      next.stuck = null;
      await doubtPictures(store);
    }
    // What was forgotten is acknowledged anew.
    if (answer.epoch !== meta.epoch || answer.lastMid < meta.lastMid) {
      next.acknowledged = [];
      await tryGivenUpAgain(store);
    }
    next.owed = await owedAfter(store, meta, next);
    if (answer.pulled) next.baseUpTo = await rebase(store, answer, next);
    await writeMeta(
      store,
      answer.pulled ? { ...next, cursor: answer.cursor, awaitsRows: false } : { ...next, awaitsRows: true },
    );
    return "applied";
  });
}

/**
 * Another device's change, told as it happened: it counts only where this device stands just before it. Nothing of it speaks of
 * this device's own changes, so what is pending stays pending.
 */
export async function applyNews(store: LocalStore, news: SyncNews): Promise<Applied> {
  return store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    const isFromHere = news.base.cursor === meta.cursor || injectedFaults.has("news-from-anywhere");
    // What was acknowledged without its rows would vanish until they come.
    if (news.base.epoch !== meta.epoch || !isFromHere || meta.awaitsRows) return "stale";
    const baseUpTo = await rebase(store, { ...news, reset: false }, meta);
    await writeMeta(store, { ...meta, baseUpTo, cursor: news.cursor, lastSyncAt: Date.now() });
    return "applied";
  });
}

/**
 * An answer counts only where it was asked: same stream of changes, same place. Within one epoch the server's numbers only
 * rise, so an answer with a lower one was written before another that is here already. Only where the server itself says
 * that it misses some (`gap`) is it believed: what it forgot is pending again and sent again.
 */
function isAboutHere(
  request: SyncRequest,
  { base, epoch, gap, lastMid }: SyncResponse,
  meta: SyncMeta,
): boolean {
  if (injectedFaults.has("no-base-guard")) return true;
  const isOlder = epoch === meta.epoch && lastMid < meta.lastMid && !gap;
  const isFromHere = base.cursor === meta.cursor || injectedFaults.has("weak-cursor-guard");
  return request.clientId === meta.clientId && base.epoch === meta.epoch && isFromHere && !isOlder;
}

/** A server in a new life may not have what an earlier one was sent. */
const doubtPictures = (store: LocalStore) =>
  store.pictures.filter(({ onServer }) => onServer === "yes").modify({ onServer: "unsure" });

/** Whether the server had another change under the number that it last dealt with: another copy of this store gave it. */
async function isForked(store: LocalStore, { lastMid, lastOp }: SyncResponse): Promise<boolean> {
  if (lastOp === null || injectedFaults.has("op-ids-ignored")) return false;
  const own = await store.outbox.get(lastMid);
  return own !== undefined && own.opId !== lastOp;
}

type ServersChanges = Pick<SyncResponse, "rows" | "gone" | "reset">;

/** Answers up to which change `base` tells what is confirmed: all that there are. */
async function rebase(
  store: LocalStore,
  answer: ServersChanges,
  { lastMid, baseUpTo }: SyncMeta,
): Promise<number> {
  const noted = await store.base.toArray();
  const entries = await pendingEntries(store, Math.min(lastMid, baseUpTo)).toArray();
  const base = confirmedRows(noted, entries, baseUpTo);
  const pending = prepared(entries.filter(({ mid }) => mid > lastMid));
  const view = await RebasedView.load(store, pending, new Set(pending.map(({ opId }) => opId)));
  if (answer.reset) await view.clear();
  else if (!injectedFaults.has("no-revert-before-rebase"))
    for (const { table, id, row } of base) view.set(table, id, row);
  layOver(view, answer);
  view.settle();
  const newBase = replay(view, pending);
  await view.flush();
  await storeBase(store, noted, newBase);
  await lighten(store, entries);
  return Math.max(baseUpTo, entries.at(-1)?.mid ?? 0);
}

/** An answer names each row once: its pages were merged before. */
function layOver(view: RebasedView, { rows, gone }: ServersChanges): void {
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

type Pending = PreparedMutation & { opId: string; madeAt: string };

/** Pending changes ready to run. One that this build cannot run shows nothing and stays in the outbox. */
function prepared(entries: readonly OutboxEntry[]): Pending[] {
  return entries.flatMap((entry) => {
    const mutation = unlessRefused(() => prepareMutation(entry));
    return mutation ? [{ ...mutation, opId: entry.opId, madeAt: new Date(entry.at).toISOString() }] : [];
  });
}

/**
 * Runs pending changes again, as of when they were made. One that cannot be on the newer rows shows nothing; the server
 * will say so, and why.
 */
function replay(view: RebasedView, pending: readonly Pending[]): BaseRow[] {
  const base = new Map<string, BaseRow>();
  for (const mutation of pending) {
    const fetched = view.fetch(mutation);
    const tx = new MemoryTx(fetched);
    const ran = unlessRefused(() => {
      mutation.run(tx, { ...localContext(fetched), now: mutation.madeAt });
      return tx.changes();
    });
    const changes = ran ?? [];
    for (const { table, id, before, after } of changes) {
      const at = `${table}\n${id}`;
      if (!base.has(at)) base.set(at, { table, id, row: before });
      if (after) view.set(table, id, after);
      else view.throwAway(table, id, mutation.opId, itemsThatLost(id, changes));
    }
  }
  return [...base.values()];
}

function unlessRefused<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function storeBase(
  store: LocalStore,
  before: readonly BaseRow[],
  after: readonly BaseRow[],
): Promise<void> {
  const kept = new Set(after.map((row) => keyOf(row).join()));
  await store.base.bulkDelete(before.map(keyOf).filter((key) => !kept.has(key.join())));
  await store.base.bulkPut(after);
}
