import { categoryNameKey, type CategoryRow } from "@shelv/contract/rows/category";

/** The shelf's categories with the same names: an item is in them after a move there. */
export function matchCategories(
  shelfId: string,
  categoryIds: readonly string[],
  known: readonly CategoryRow[],
): string[] {
  const names = new Set(
    known.filter(({ id }) => categoryIds.includes(id)).map(({ name }) => categoryNameKey(name)),
  );
  return known
    .filter((category) => category.shelfId === shelfId && names.has(categoryNameKey(category.name)))
    .map(({ id }) => id)
    .toSorted();
}
