import type { VirtualItem } from "@tanstack/react-virtual";

type Key = VirtualItem["key"];

/** A row of the list that stays in the document while what it shows changes, by its number, which no other row has had. */
type RowOf = ReadonlyMap<Key, number>;

/** Which rows show what; `asked` is the question that this is the answer to: a search, another shelf. */
export type DrawnRows = { asked: string; rowOf: RowOf; count: number };

export const NO_ROWS: DrawnRows = { asked: "", rowOf: new Map(), count: 0 };

/**
 * The rows that show what is in sight now. What was in sight keeps its row. The answer to another question takes over the rows of the one
 * before, which costs a slow phone about half of what new ones would; whatever else brings something into sight has it drawn in a row of its
 * own: who asks stands in what they ask with, but otherwise somebody may stand on a row, and would then stand on something else.
 */
export function drawnNow(before: DrawnRows, inSight: readonly Key[], asked: string): DrawnRows {
  const stay = new Set(inSight);
  if (
    asked === before.asked &&
    stay.size === before.rowOf.size &&
    inSight.every((key) => before.rowOf.has(key))
  )
    return before;
  const free =
    asked === before.asked
      ? []
      : [...before.rowOf]
          .filter(([key]) => !stay.has(key))
          .map(([, row]) => row)
          .toReversed();
  let { count } = before;
  const rowOf = new Map(inSight.map((key) => [key, before.rowOf.get(key) ?? free.pop() ?? count++]));
  return { asked, rowOf, count };
}
