import { CAPACITY } from "@shelv/contract/limits/account-limits";
import { id, isSharedId } from "@shelv/contract/values/id";
import { position } from "@shelv/contract/values/position";
import { AccountFull, Refusal } from "@shelv/contract/refusal";
import { SHELF_DEFAULT_EMOJI, shelfFields } from "@shelv/contract/rows/shelf";
import { seenPoint } from "@shelv/contract/sync";
import * as v from "valibot";
import { mutator } from "#mutator";
import { isStillWritten, patchArgs, patched, undonePlace } from "#patch";
import { mustBeWithinPlan } from "./account-quota.ts";

/** Another device may have created a shelf with a shared id: its fields stay. */
export const createShelf = mutator({
  v: 1,
  args: v.object({ id, ...shelfFields.entries, position }),
  reads: () => [["shelves"], ["singles", "account"]],
  run(tx, { emoji, ...fields }, context) {
    if (tx.get("shelves", fields.id)) {
      if (isSharedId(fields.id)) return;
      throw new Refusal("id-taken");
    }
    tx.put("shelves", { ...fields, emoji: emoji || SHELF_DEFAULT_EMOJI, createdAt: context.now });
    const { length } = tx.all("shelves");
    mustBeWithinPlan(tx, length, context);
    if (length > CAPACITY.shelves) throw new AccountFull("shelves");
  },
});

export const updateShelf = mutator({
  v: 1,
  args: v.object({ id, ...patchArgs(shelfFields) }),
  reads: ({ id }) => [["shelves", id]],
  saw: ({ id, was, unseen }) => ({ table: "shelves", id, was, unseen }),
  run(tx, { id, patch }) {
    const shelf = tx.get("shelves", id);
    if (!shelf) throw new Refusal("shelf-not-found");
    tx.put("shelves", patched(shelf, patch));
  },
});

export const moveShelf = mutator({
  v: 1,
  args: v.object({ id, position, undoes: undonePlace }),
  reads: ({ id }) => [["shelves", id]],
  run(tx, { id, position, undoes }) {
    const shelf = tx.get("shelves", id);
    if (shelf && isStillWritten(shelf, undoes ?? {})) tx.put("shelves", { ...shelf, position });
  },
});

/** With its categories and items. Deleting what is deleted succeeds. */
export const deleteShelf = mutator({
  v: 1,
  args: v.object({ id, seen: v.optional(seenPoint) }),
  reads: ({ id }) => [
    ["shelves", id],
    ["categories", "shelfId", id],
    ["items", "shelfId", id],
  ],
  parts: ({ id }) => ({ read: ["items", "shelfId", id], each: () => null, deletesShelf: id }),
  deletes: ({ id, seen }) => ({ table: "shelves", id, seen }),
  run(tx, { id }) {
    for (const item of tx.where("items", "shelfId", id)) tx.delete("items", item.id);
    for (const category of tx.where("categories", "shelfId", id)) tx.delete("categories", category.id);
    tx.delete("shelves", id);
  },
});
