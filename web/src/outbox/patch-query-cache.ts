import type { ItemRow } from "@shelv/contract/item";
import type { RowChange } from "@shelv/mutators/memory-tx";
import { changeAnswers } from "#local-store/query-cache";
import type { LocalStore } from "#local-store/local-store";
import { itemsById, rowMarks } from "#local-store/queries";

/**
 * Who shows an item sees what was just stored of it, and that it was not sent yet, in the next frame: reading both again takes several.
 * The live queries read it all the same. Answers whether that is all there is to see: no row came or went, and no other table changed.
 */
export function showWritten(store: LocalStore, changes: readonly RowChange[]): boolean {
  const written = new Map(
    changes.flatMap(({ table, id, after }) =>
      table === "items" && after ? [[id, after as ItemRow] as const] : [],
    ),
  );
  if (written.size === 0) return false;
  changeAnswers(store, itemsById, (items) =>
    items.some(({ id }) => written.has(id)) ? items.map((item) => written.get(item.id) ?? item) : items,
  );
  changeAnswers(store, rowMarks, (marks) => {
    const unmarked = [...written.keys()].filter((id) => !marks.has(id));
    return unmarked.length === 0
      ? marks
      : new Map([...marks, ...unmarked.map((id) => [id, "pending"] as const)]);
  });
  return changes.every(({ table, before, after }) => table === "items" && before && after);
}
