import type { VirtualItem } from "@tanstack/react-virtual";

type Key = VirtualItem["key"];

/** The number of the DOM row that shows each key; a number is used once. */
type RowOf = ReadonlyMap<Key, number>;

/** Which rows show what; `query` is the query behind it: a search, another shelf. */
export type RenderedRows = { query: string; rowOf: RowOf; count: number };

export const NO_ROWS: RenderedRows = { query: "", rowOf: new Map(), count: 0 };

/**
 * Assigns DOM rows to the visible keys. A key keeps its row. The result of a new query reuses the old rows, which costs a slow phone about
 * half of creating new ones. Otherwise a new key gets a new row: the owner may have the focus in a row, which must not change its item; after a new
 * query the focus is in the search.
 */
export function recycleRows(before: RenderedRows, inSight: readonly Key[], query: string): RenderedRows {
  const stay = new Set(inSight);
  if (
    query === before.query &&
    stay.size === before.rowOf.size &&
    inSight.every((key) => before.rowOf.has(key))
  )
    return before;
  const free =
    query === before.query
      ? []
      : [...before.rowOf]
          .filter(([key]) => !stay.has(key))
          .map(([, row]) => row)
          .toReversed();
  let { count } = before;
  const rowOf = new Map(inSight.map((key) => [key, before.rowOf.get(key) ?? free.pop() ?? count++]));
  return { query, rowOf, count };
}
