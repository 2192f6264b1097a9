import type { LocalStore } from "#local-store/local-store";
import { shelvesInOrder } from "#local-store/queries";
import { sharedThings } from "#local-store/shared-things";
import { withReopening } from "#local-store/store-trouble";

/** Where a shared thing most likely goes: onto the shelf that was chosen last, else the first. Empty where this device cannot say: then the form asks. */
export async function likelyShelf(store: LocalStore): Promise<string> {
  const last = await lastShelf(store.userId).catch(() => undefined);
  const shelves = await withReopening(store, () => shelvesInOrder(store)).catch(() => []);
  return (shelves.find(({ id }) => id === last) ?? shelves[0])?.id ?? "";
}

const lastShelf = async (userId: string) => (await sharedThings()).lastShelf(userId);
