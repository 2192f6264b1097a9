/**
 * The selection covers all shelves, so that the form may pass through one without these categories; each
 * shelf shows its own part.
 */
import { categoryNameKey, type CategoryRow } from "@shelv/contract/rows/category";
import { matchCategories } from "./match-categories";

/** `known`: of all shelves. `firstShelf`: unknown categories count as its own. */
type Shelves = { known: readonly CategoryRow[]; firstShelf: string };

export function selectionOnShelf(
  shelfId: string,
  selectedIds: readonly string[],
  { known, firstShelf }: Shelves,
): string[] {
  const own = known.filter((category) => category.shelfId === shelfId && selectedIds.includes(category.id));
  const names = new Set(own.map(({ name }) => categoryNameKey(name)));
  const matched = matchCategories(shelfId, selectedIds, known).filter((id) =>
    known.some((category) => category.id === id && !names.has(categoryNameKey(category.name))),
  );
  const unknown =
    shelfId === firstShelf ? selectedIds.filter((id) => known.every((category) => category.id !== id)) : [];
  return [...own.map(({ id }) => id), ...matched, ...unknown].toSorted();
}

export function selectionAfterChange(
  shelfId: string,
  selectedIds: readonly string[],
  here: readonly string[],
  shelves: Shelves,
): string[] {
  const before = selectionOnShelf(shelfId, selectedIds, shelves);
  const namesOf = (ids: readonly string[]) =>
    new Set(shelves.known.filter(({ id }) => ids.includes(id)).map(({ name }) => categoryNameKey(name)));
  const selected = namesOf(here);
  const deselected = new Set([...namesOf(before)].filter((name) => !selected.has(name)));
  const elsewhere = shelves.known.filter(
    (category) =>
      category.shelfId !== shelfId &&
      selectedIds.includes(category.id) &&
      !deselected.has(categoryNameKey(category.name)),
  );
  const unknown = selectedIds.filter((id) => shelves.known.every((category) => category.id !== id));
  return [...new Set([...elsewhere.map(({ id }) => id), ...unknown, ...here])].toSorted();
}
