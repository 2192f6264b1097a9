import { NO_OP } from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import type { SyncMeta } from "#local-store/schema";
import { writeMeta } from "#local-store/sync-meta";
import { tryGivenUpAgain } from "./blocked-change";

/**
 * The server knows numbers that this device never gave, or gave to other changes: the browser restored an
 * older copy of the store, or two devices run on one copy. The device becomes a new client and numbers its
 * changes from 1. It sends acknowledged changes again too, because a restored server may lack them; by their
 * `opId` the server runs none twice.
 */
export async function resetClient(store: LocalStore, meta: SyncMeta): Promise<void> {
  // A no-op that is not rebased yet has the before-images of a rejected change.
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
