import { AccountFull, CAPACITY, UNDO_ALLOWANCE, UNDO_WITHIN_MS } from "@shelv/contract/capacity";
import type { Context, DeletedRow, Read, Tx } from "./mutator.ts";

type Added = { table: "items" | "categories"; shelfId: string };

/** What has to be read before something is added to a shelf. */
export const quotaReads = ({ table, shelfId }: Added): Read[] => [
  ["count", table],
  ["count", table, "shelfId", shelfId],
];

/** Refuses what has just been put on a shelf where that, or the account, now holds too much. `passes`: how much more is allowed. */
export function mustBeWithinQuota(tx: Tx, { table, shelfId }: Added, passes = 1): void {
  mustBeWithinShelfQuota(tx, { table, shelfId }, passes);
  mustBeWithinAccountQuota(tx, table, passes);
}

export function mustBeWithinShelfQuota(tx: Tx, { table, shelfId }: Added, passes = 1): void {
  const limit = table === "items" ? "itemsOfShelf" : "categoriesOfShelf";
  if (tx.count(table, "shelfId", shelfId) > CAPACITY[limit] * passes) throw new AccountFull(limit);
}

export function mustBeWithinAccountQuota(
  tx: Tx,
  table: "shelves" | "items" | "categories",
  passes = 1,
): void {
  if (tx.count(table) > CAPACITY[table] * passes) throw new AccountFull(table);
}

/** How far what comes back may pass the limits. */
export const undoAllowance = ({ deletedAt }: Pick<DeletedRow, "deletedAt">, { now }: Context): number =>
  Date.parse(now) - deletedAt <= UNDO_WITHIN_MS ? UNDO_ALLOWANCE : 1;
