import { categoryNameKey, type CategoryRow } from "@shelv/contract/rows/category";

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
