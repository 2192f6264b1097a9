import { categoryFields } from "@shelv/contract/rows/category";
import { id } from "@shelv/contract/values/id";
import type { ItemRow } from "@shelv/contract/rows/item";
import { position } from "@shelv/contract/values/position";
import { Refusal } from "@shelv/contract/refusal";
import { seenPoint } from "@shelv/contract/sync";
import * as v from "valibot";
import { mutator } from "#mutator";
import { isStillWritten, patchArgs, patched, undonePlace } from "#patch";
import { mustBeWithinQuota, quotaReads } from "./account-quota.ts";

export const createCategory = mutator({
  v: 1,
  args: v.object({ id, shelfId: id, ...categoryFields.entries, position }),
  reads: ({ id, shelfId }) => [
    ["categories", id],
    ["shelves", shelfId],
    ...quotaReads({ table: "categories", shelfId }),
  ],
  run(tx, category, { now }) {
    if (!tx.get("shelves", category.shelfId)) throw new Refusal("shelf-not-found");
    if (tx.get("categories", category.id)) throw new Refusal("id-taken");
    tx.put("categories", { ...category, createdAt: now });
    mustBeWithinQuota(tx, { table: "categories", shelfId: category.shelfId });
  },
});

export const updateCategory = mutator({
  v: 1,
  args: v.object({ id, ...patchArgs(categoryFields) }),
  reads: ({ id }) => [["categories", id]],
  saw: ({ id, was, unseen }) => ({ table: "categories", id, was, unseen }),
  withCategories: (args, winnerOf) => ({ ...args, id: winnerOf(args.id) }),
  run(tx, { id, patch }) {
    const category = tx.get("categories", id);
    if (!category) throw new Refusal("category-not-found");
    tx.put("categories", patched(category, patch));
  },
});

export const moveCategory = mutator({
  v: 1,
  args: v.object({ id, position, undoes: undonePlace }),
  reads: ({ id }) => [["categories", id]],
  withCategories: (args, winnerOf) => ({ ...args, id: winnerOf(args.id) }),
  run(tx, { id, position, undoes }) {
    const category = tx.get("categories", id);
    if (category && isStillWritten(category, undoes ?? {})) tx.put("categories", { ...category, position });
  },
});

/**
 * Its items stay. `shelfId`: the shelf of the category and of all its items. A merged category is gone
 * already: its author never saw the other category's items.
 */
export const deleteCategory = mutator({
  v: 1,
  args: v.object({ id, shelfId: id, seen: v.optional(seenPoint) }),
  reads: ({ id }) => [
    ["categories", id],
    ["items", "categoryIds", id],
  ],
  deletes: ({ id, seen }) => ({ table: "categories", id, seen }),
  parts: ({ id }) => ({ read: ["items", "categoryIds", id], each: (item) => without(item as ItemRow, id) }),
  run(tx, { id, shelfId }) {
    if (tx.get("categories", id)?.shelfId !== shelfId) return;
    for (const item of tx.where("items", "categoryIds", id)) tx.put("items", without(item, id));
    tx.delete("categories", id);
  },
});

const without = (item: ItemRow, id: string): ItemRow => ({
  ...item,
  categoryIds: item.categoryIds.filter((of) => of !== id),
});
