import { NO_OP } from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { pendingEntries } from "#local-store/queries";
import { type SyncMeta, writeMeta } from "#local-store/sync-meta";

/**
 * The server knows numbers that this device never gave, or gave to other changes: the browser put back an older copy of the
 * store, or two live on one copy. Those numbers are taken, so the device starts a new stream of its own and gives its
 * pending changes new numbers, from 1. They keep their names: what the server has had of them is not done twice. Where it
 * lives another life than the one that acknowledged them, acknowledged changes are pending again too: it may never have had them.
 */
export async function startNewStream(store: LocalStore, meta: SyncMeta, { isNewLife }: { isNewLife: boolean }): Promise<void> {
  const pending = isNewLife
    ? await store.outbox.filter(({ mid, name }) => mid > meta.lastMid || name !== NO_OP).toArray()
    : await pendingEntries(store, meta.lastMid).toArray();
  await store.outbox.clear();
  await store.outbox.bulkAdd(pending.map((entry, at) => ({ ...entry, mid: at + 1 })));
  await writeMeta(store, { ...meta, clientId: newId(), lastMid: 0, nextMid: pending.length + 1, stuck: null, acknowledged: [], awaitsRows: isNewLife || (meta.awaitsRows ?? false) });
}
