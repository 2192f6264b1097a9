import { NO_OP } from "@shelv/contract/sync";
import { noteConfirmed } from "#local-store/confirmed-rows";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { type SyncMeta, writeMeta } from "#local-store/sync-meta";
import { tryGivenUpAgain } from "./poison";

/**
 * The server knows numbers that this device never gave, or gave to other changes: the browser put back an older copy of the
 * store, or two live on one copy. Those numbers are taken, so the device starts a new stream of its own and gives its
 * changes new numbers, from 1; acknowledged ones too: what it sent before is all that would bring them back where the server
 * lives another life than the one that acknowledged them, or will. They keep their names: what the server has had of them is not done
 * twice, and it hears whose they are. What was refused is in the tray.
 */
export async function startNewStream(store: LocalStore, meta: SyncMeta): Promise<void> {
  await noteConfirmed(store);
  const kept = await store.outbox.filter(({ mid, name }) => mid > meta.lastMid || name !== NO_OP).toArray();
  await store.outbox.clear();
  await store.outbox.bulkAdd(kept.map((entry, at) => ({ ...entry, mid: at + 1 })));
  await tryGivenUpAgain(store);
  await writeMeta(store, {
    ...meta,
    clientId: newId(),
    lastMid: 0,
    baseUpTo: kept.length,
    stuck: null,
    acknowledged: [],
    awaitsRows: true,
  });
}
