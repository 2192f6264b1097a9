import type { LocalStore } from "#local-store/local-store";

/** A category comes back on the items that it was on when this device last saw it. */
export const onTheirItems = <M extends { name: string; args: unknown }>(store: LocalStore, mutations: readonly M[]): Promise<M[]> =>
  Promise.all(mutations.map(async (mutation) => {
    const { id, itemIds } = mutation.args as { id?: string; itemIds?: string[] };
    if (mutation.name !== "category.restore" || !id || itemIds?.length !== 0) return mutation;
    return { ...mutation, args: { id, itemIds: (await store.trash.get(["categories", id]))?.itemIds ?? [] } };
  }));
