import type { LocalStore } from "#local-store/local-store";
import { shelvesInOrder } from "#local-store/queries";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { withReopening } from "#local-store/storage-errors";

/** The last one chosen, else the first. Empty if the device cannot tell: the form asks. */
export async function defaultShelf(store: LocalStore): Promise<string> {
  const last = await lastShelf(store.userId).catch(() => undefined);
  const shelves = await withReopening(store, () => shelvesInOrder(store)).catch(() => []);
  return (shelves.find(({ id }) => id === last) ?? shelves[0])?.id ?? "";
}

const lastShelf = async (userId: string) => (await openShareInbox()).lastShelf(userId);
