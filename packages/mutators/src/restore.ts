/**
 * Taking a deletion back. The server remembers what was deleted; a device remembers what it has seen go, so that an undo
 * works offline. Where a device knows nothing, a restore shows nothing until the server has answered. No plan's limit holds
 * it up: what comes back was the owner's before.
 */
import { id } from "@shelv/contract/id";
import { injectedFaults } from "@shelv/contract/injected-fault";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { type Context, mutator, type Tx } from "./mutator.ts";

/** The shelf with all that went with it; what had been deleted from it before stays deleted. */
export const restoreShelf = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["shelves", id], ["deleted", "shelves", id]],
  run(tx, { id }, context) {
    if (!tx.get("shelves", id)) bringBackShelf(tx, id, context);
  },
});

/** The item, with its shelf where that is gone too. */
export const restoreItem = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["items", id], ["shelves"], ["categories"], ["deleted", "items", id]],
  run(tx, { id }, context) {
    if (tx.get("items", id)) return;
    const item = tx.deleted("items", id)?.row;
    if (!item) return unknown(context);
    if (!shelfIsBack(tx, item.shelfId, context) || tx.get("items", id)) return;
    const onShelf = new Set(tx.where("categories", "shelfId", item.shelfId).map((category) => category.id));
    tx.put("items", { ...item, categoryIds: item.categoryIds.filter((of) => onShelf.has(of)) });
  },
});

/** As many ids as one mutation has room for, and a few left over. */
export const RESTORED_TOGETHER = 1000;

/** The category, on the items that it was taken from. Of very many items it comes back first with some, then with `more` of them. */
export const restoreCategory = mutator({
  v: 2,
  args: v.object({ id, itemIds: v.pipe(v.array(id), v.maxLength(10_000)), more: v.optional(v.literal(true)) }),
  upgrade: { 1: (args) => args },
  reads: ({ id, itemIds }) => [["categories", id], ["shelves"], ["deleted", "categories", id], ...itemIds.map((of) => ["items", of] as const)],
  run(tx, { id, itemIds, more }, context) {
    const standing = tx.get("categories", id);
    if (standing && !more) return;
    const category = standing ?? tx.deleted("categories", id)?.row;
    if (!category) return unknown(context);
    if (!standing && !shelfIsBack(tx, category.shelfId, context)) return;
    tx.put("categories", category);
    for (const of of itemIds) {
      const item = tx.get("items", of);
      if (item?.shelfId === category.shelfId) tx.put("items", { ...item, categoryIds: [...new Set([...item.categoryIds, id])].toSorted() });
    }
  },
});

const shelfIsBack = (tx: Tx, shelfId: string, context: Context): boolean =>
  tx.get("shelves", shelfId) !== undefined || bringBackShelf(tx, shelfId, context);

function bringBackShelf(tx: Tx, shelfId: string, context: Context): boolean {
  const shelf = tx.deleted("shelves", shelfId);
  if (!shelf) {
    unknown(context);
    return false;
  }
  tx.put("shelves", shelf.row);
  if (injectedFaults.has("restore-forgets-children")) return true;
  for (const { table, row, deletion } of tx.deletedOn(shelfId)) if (deletion === shelf.deletion) tx.put(table, row);
  return true;
}

/** Deleted too long ago to come back, or never there. */
function unknown({ knowsAllDeleted }: Context): void {
  if (knowsAllDeleted) throw new Refusal("deletion-forgotten");
}
