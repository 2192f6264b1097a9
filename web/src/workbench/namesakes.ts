import type { CategoryRow } from "@shelv/contract/category";

/** The categories of a shelf that bear the names of these: what an item keeps when it moves there. */
export function namesakesOn(
  shelfId: string,
  categoryIds: readonly string[],
  known: readonly CategoryRow[],
): string[] {
  const names = new Set(known.filter(({ id }) => categoryIds.includes(id)).map(({ name }) => name));
  return known
    .filter((category) => category.shelfId === shelfId && names.has(category.name))
    .map(({ id }) => id)
    .toSorted();
}
