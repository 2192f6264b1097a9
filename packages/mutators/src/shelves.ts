import { id } from "@shelv/contract/id";
import { position } from "@shelv/contract/position";
import { Refusal } from "@shelv/contract/refusal";
import { SHELF_DEFAULT_EMOJI, shelfFields } from "@shelv/contract/shelf";
import * as v from "valibot";
import { mutator } from "./mutator.ts";
import { patchArgs, patched } from "./patch.ts";

export const createShelf = mutator({
  v: 1,
  args: v.object({ id, ...shelfFields.entries, position }),
  reads: () => [["shelves"]],
  run(tx, { emoji, ...fields }, { now, maxShelves }) {
    if (tx.get("shelves", fields.id)) throw new Refusal("id-taken");
    if (maxShelves !== null && tx.all("shelves").length >= maxShelves) throw new Refusal("shelf-limit");
    tx.put("shelves", { ...fields, emoji: emoji || SHELF_DEFAULT_EMOJI, createdAt: now });
  },
});

export const updateShelf = mutator({
  v: 1,
  args: v.object({ id, ...patchArgs(shelfFields) }),
  reads: ({ id }) => [["shelves", id]],
  run(tx, { id, patch }) {
    const shelf = tx.get("shelves", id);
    if (!shelf) throw new Refusal("shelf-not-found");
    tx.put("shelves", patched(shelf, patch));
  },
});

/** A place that a shelf was dragged to. Where the shelf is gone meanwhile, nothing the owner made is lost: it does nothing. */
export const moveShelf = mutator({
  v: 1,
  args: v.object({ id, position }),
  reads: ({ id }) => [["shelves", id]],
  run(tx, { id, position }) {
    const shelf = tx.get("shelves", id);
    if (shelf) tx.put("shelves", { ...shelf, position });
  },
});

/** Takes the shelf and all of its items. Deleting what is already gone is what the owner wanted. */
export const deleteShelf = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["shelves", id], ["items", "shelfId", id]],
  run(tx, { id }) {
    for (const item of tx.where("items", "shelfId", id)) tx.delete("items", item.id);
    tx.delete("shelves", id);
  },
});
