import { id } from "@shelv/contract/id";
import { itemFields } from "@shelv/contract/item";
import { position } from "@shelv/contract/position";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { mutator } from "./mutator.ts";
import { patchArgs, patched } from "./patch.ts";

export const createItem = mutator({
  v: 1,
  args: v.object({ id, shelfId: id, ...itemFields.entries, position }),
  reads: ({ id, shelfId }) => [["items", id], ["shelves", shelfId]],
  pictures: ({ picture }) => (picture ? [picture] : []),
  run(tx, item, { now }) {
    if (!tx.get("shelves", item.shelfId)) throw new Refusal("shelf-not-found");
    if (tx.get("items", item.id)) throw new Refusal("id-taken");
    tx.put("items", { ...item, createdAt: now });
  },
});

export const updateItem = mutator({
  v: 1,
  args: v.object({ id, ...patchArgs(itemFields) }),
  reads: ({ id }) => [["items", id]],
  pictures: ({ patch }) => (patch.picture ? [patch.picture] : []),
  run(tx, { id, patch }) {
    const item = tx.get("items", id);
    if (!item) throw new Refusal("item-not-found");
    tx.put("items", patched(item, patch));
  },
});

/** A place on its own shelf or on another one. A deleted item stays deleted; a deleted shelf takes nothing in. */
export const moveItem = mutator({
  v: 1,
  args: v.object({ id, shelfId: id, position }),
  reads: ({ id, shelfId }) => [["items", id], ["shelves", shelfId]],
  run(tx, { id, shelfId, position }) {
    const item = tx.get("items", id);
    if (!item) return;
    if (!tx.get("shelves", shelfId)) throw new Refusal("shelf-not-found");
    tx.put("items", { ...item, shelfId, position });
  },
});

export const deleteItem = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["items", id]],
  run: (tx, { id }) => tx.delete("items", id),
});
