import type { VirtualItem } from "@tanstack/react-virtual";

type Key = VirtualItem["key"];

type RowOf = ReadonlyMap<Key, number>;

export type RenderedRows = { query: string; rowOf: RowOf; count: number };

export const NO_ROWS: RenderedRows = { query: "", rowOf: new Map(), count: 0 };

/**
 * Assigns DOM rows to the visible keys. A key keeps its row. Only the result of a new query reuses rows, in
 * half the time of new ones on a slow phone. Else a new key gets a new row: a row with the focus must not
 * change its item.
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
