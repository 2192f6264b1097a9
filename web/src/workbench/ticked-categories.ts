/**
 * In the item form a shelf may be chosen more than once before it is saved. What is ticked is kept for all shelves together, so that a
 * shelf on the way, which has none of it, takes nothing away for good; each shelf shows its own part.
 */
import type { CategoryRow } from "@shelv/contract/category";
import { namesakesOn } from "./namesakes";

/** `known`: the categories of all shelves. `firstShelf`: where the form began; what nobody knows here (yet, or any more) is its. */
type Shelves = { known: readonly CategoryRow[]; firstShelf: string };

/** What is ticked on one shelf: what was ticked there, and by their names what was ticked elsewhere. */
export function tickedOn(
  shelfId: string,
  ticked: readonly string[],
  { known, firstShelf }: Shelves,
): string[] {
  const own = known.filter((category) => category.shelfId === shelfId && ticked.includes(category.id));
  const names = new Set(own.map(({ name }) => name));
  const cameAlong = namesakesOn(shelfId, ticked, known).filter((id) =>
    known.some((category) => category.id === id && !names.has(category.name)),
  );
  const unknown =
    shelfId === firstShelf ? ticked.filter((id) => known.every((category) => category.id !== id)) : [];
  return [...own.map(({ id }) => id), ...cameAlong, ...unknown].toSorted();
}

/** What is ticked on all shelves once `here` is what is ticked on one. A name that was unticked there is unticked everywhere. */
export function tickedAnew(
  shelfId: string,
  ticked: readonly string[],
  here: readonly string[],
  shelves: Shelves,
): string[] {
  const before = tickedOn(shelfId, ticked, shelves);
  const namesOf = (ids: readonly string[]) =>
    new Set(shelves.known.filter(({ id }) => ids.includes(id)).map(({ name }) => name));
  const kept = namesOf(here);
  const unticked = new Set([...namesOf(before)].filter((name) => !kept.has(name)));
  const elsewhere = shelves.known.filter(
    (category) =>
      category.shelfId !== shelfId && ticked.includes(category.id) && !unticked.has(category.name),
  );
  const unknown = ticked.filter((id) => shelves.known.every((category) => category.id !== id));
  return [...new Set([...elsewhere.map(({ id }) => id), ...unknown, ...here])].toSorted();
}
