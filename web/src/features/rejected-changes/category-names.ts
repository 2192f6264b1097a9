import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { findRowOrDeleted } from "#local-store/trash";
import { categoryEdit, valuesOf } from "./changed-values";

export type CategoryNames = Readonly<Record<string, string>>;

/** Current, last seen on this device, or from the change that was to create them. */
export async function categoryNames(
  store: LocalStore,
  entries: readonly RejectedEntry[],
): Promise<CategoryNames> {
  const ids = new Set(entries.flatMap(categoriesIn));
  const made = entries.filter(({ name }) => name === "category.create").map(valuesOf);
  const named = await Promise.all(
    [...ids].map(async (id) => {
      const known = await findRowOrDeleted(store, "categories", id);
      return [id, known?.name ?? made.find((values) => values["id"] === id)?.["name"]] as const;
    }),
  );
  return Object.fromEntries(
    named.filter((pair): pair is readonly [string, string] => typeof pair[1] === "string"),
  );
}

function categoriesIn(entry: RejectedEntry): string[] {
  const { add, remove } = categoryEdit(entry);
  const { categoryIds } = valuesOf(entry);
  return [...(Array.isArray(categoryIds) ? categoryIds.map(String) : []), ...add, ...remove];
}
