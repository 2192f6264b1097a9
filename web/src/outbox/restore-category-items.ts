import { restoreOfCategory } from "@shelv/mutators/undo";
import type { LocalStore } from "#local-store/local-store";

/** Many items take several mutations. */
export async function restoreCategoryItems<M extends { name: string; args: unknown }>(
  store: LocalStore,
  mutations: readonly M[],
): Promise<M[]> {
  const all = await Promise.all(
    mutations.map(async (mutation) => {
      const { id, itemIds } = mutation.args as { id?: string; itemIds?: string[] };
      if (mutation.name !== "category.restore" || !id || itemIds?.length !== 0) return [mutation];
      const lostBy = (await store.trash.get(["categories", id]))?.itemIds ?? [];
      return restoreOfCategory(id, lostBy).map(({ args }) => ({ ...mutation, args }));
    }),
  );
  return all.flat();
}
