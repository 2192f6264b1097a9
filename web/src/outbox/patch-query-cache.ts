import type { ItemRow } from "@shelv/contract/rows/item";
import type { RowChange } from "@shelv/mutators/memory-tx";
import { patchQuery } from "#local-store/live-query/query-cache";
import type { LocalStore } from "#local-store/local-store";
import { itemsById, rowMarks } from "#local-store/queries";

/**
 * Puts written items and their pending marks into cached results, for the next frame: a live query takes
 * several. False if there is more to show: a row added or deleted, or another table.
 */
export function patchQueryCache(store: LocalStore, changes: readonly RowChange[]): boolean {
  const written = new Map(
    changes.flatMap(({ table, id, after }) =>
      table === "items" && after ? [[id, after as ItemRow] as const] : [],
    ),
  );
  if (written.size === 0) return false;
  patchQuery(store, itemsById, (items) =>
    items.some(({ id }) => written.has(id)) ? items.map((item) => written.get(item.id) ?? item) : items,
  );
  patchQuery(store, rowMarks, (marks) => {
    const unmarked = [...written.keys()].filter((id) => !marks.has(id));
    return unmarked.length === 0
      ? marks
      : new Map([...marks, ...unmarked.map((id) => [id, "pending"] as const)]);
  });
  return changes.every(({ table, before, after }) => table === "items" && before && after);
}
