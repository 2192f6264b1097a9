/**
 * The server stores deleted rows, a device the deletions that it has seen, so undo works offline; elsewhere a
 * restore shows nothing until the server answers. Plan limit and quotas apply, with an allowance at first
 * (account-quota.ts).
 */
import { CAPACITY, UNDO_ALLOWANCE } from "@shelv/contract/limits/account-limits";
import type { CategoryRow } from "@shelv/contract/rows/category";
import { id } from "@shelv/contract/values/id";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { type Context, mutator, type Read, type Tx } from "#mutator";
import {
  mustBeWithinQuota,
  mustBeWithinAccountQuota,
  mustBeWithinPlan,
  undoAllowance,
} from "./account-quota.ts";

/** A restore may restore a shelf too. */
const LIMITS: Read[] = [
  ["singles", "account"],
  ["count", "shelves"],
  ["count", "categories"],
  ["count", "items"],
];

/** Also restores everything deleted with it; what was deleted before stays deleted. */
export const restoreShelf = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["shelves", id], ["deleted", "shelves", id], ...LIMITS],
  run(tx, { id }, context) {
    if (!tx.get("shelves", id)) bringBackShelf(tx, id, context);
  },
});

export const restoreItem = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["items", id], ["deleted", "items", id], ...LIMITS],
  further: {
    tables: ["shelves", "categories"],
    reads(tx, { id }) {
      const shelfId = tx.deleted("items", id)?.row.shelfId;
      return shelfId === undefined
        ? []
        : [
            ["shelves", shelfId],
            ["categories", "shelfId", shelfId],
            ["count", "items", "shelfId", shelfId],
          ];
    },
  },
  run(tx, { id }, context) {
    if (tx.get("items", id)) return;
    const deleted = tx.deleted("items", id);
    if (!deleted) return unknown(context);
    const item = deleted.row;
    if (!shelfIsBack(tx, item.shelfId, context) || tx.get("items", id)) return;
    const onShelf = new Set(tx.where("categories", "shelfId", item.shelfId).map((category) => category.id));
    tx.put("items", { ...item, categoryIds: item.categoryIds.filter((of) => onShelf.has(of)) });
    mustBeWithinQuota(tx, { table: "items", shelfId: item.shelfId }, undoAllowance(deleted, context));
  },
});

export const RESTORED_TOGETHER = 1000;

/** Its former items have it again. If there are very many, other mutations add `more`. */
export const restoreCategory = mutator({
  v: 1,
  args: v.object({
    id,
    itemIds: v.pipe(v.array(id), v.maxLength(10_000)),
    more: v.optional(v.literal(true)),
  }),
  // A category that was merged comes back as membership in the live one.
  withCategories(args, winnerOf) {
    const id = winnerOf(args.id);
    return id === args.id ? args : { ...args, id, more: true as const };
  },
  reads: ({ id, itemIds }) => [
    ["categories", id],
    ["deleted", "categories", id],
    ...itemIds.map((of) => ["items", of] as const),
    ...LIMITS,
  ],
  further: {
    tables: ["shelves"],
    reads(tx, { id }) {
      const shelfId = tx.deleted("categories", id)?.row.shelfId;
      return shelfId === undefined
        ? []
        : [
            ["shelves", shelfId],
            ["count", "categories", "shelfId", shelfId],
          ];
    },
  },
  run(tx, { id, itemIds, more }, context) {
    const standing = tx.get("categories", id);
    if (standing && !more) return;
    const category = standing ?? broughtBack(tx, id, context);
    if (!category) return;
    for (const of of itemIds) {
      const item = tx.get("items", of);
      const ids = new Set(item?.categoryIds).add(id);
      if (
        item?.shelfId === category.shelfId &&
        ids.size <= Math.max(CAPACITY.categoriesOfItem * UNDO_ALLOWANCE, item.categoryIds.length)
      ) {
        tx.put("items", { ...item, categoryIds: [...ids].toSorted() });
      }
    }
  },
});

function broughtBack(tx: Tx, id: string, context: Context): CategoryRow | undefined {
  const deleted = tx.deleted("categories", id);
  if (!deleted) {
    unknown(context);
    return undefined;
  }
  const { row } = deleted;
  if (!shelfIsBack(tx, row.shelfId, context)) return undefined;
  tx.put("categories", row);
  mustBeWithinQuota(tx, { table: "categories", shelfId: row.shelfId }, undoAllowance(deleted, context));
  return row;
}

const shelfIsBack = (tx: Tx, shelfId: string, context: Context): boolean =>
  tx.get("shelves", shelfId) !== undefined || bringBackShelf(tx, shelfId, context);

function bringBackShelf(tx: Tx, shelfId: string, context: Context): boolean {
  const shelf = tx.deleted("shelves", shelfId);
  if (!shelf) {
    unknown(context);
    return false;
  }
  tx.put("shelves", shelf.row);
  for (const { table, row, deletion } of tx.deletedOn(shelfId))
    if (deletion === shelf.deletion) tx.put(table, row);
  const isJustDeleted = undoAllowance(shelf, context) > 1;
  if (!isJustDeleted) mustBeWithinPlan(tx, tx.count("shelves"), context);
  // The row comes from that shelf: only the account's quotas can be exceeded.
  for (const table of ["shelves", "categories", "items"] as const)
    mustBeWithinAccountQuota(tx, table, undoAllowance(shelf, context));
  return true;
}

/** Deleted too long ago, or never there; only the server can tell. */
function unknown({ knowsAllDeleted }: Context): void {
  if (knowsAllDeleted) throw new Refusal("deletion-forgotten");
}
