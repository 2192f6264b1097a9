import { CAPACITY, UNDO_ALLOWANCE, UNDO_WITHIN_MS } from "@shelv/contract/limits/account-limits";
import { limitsAt } from "@shelv/contract/rows/plan";
import { AccountFull, Refusal } from "@shelv/contract/refusal";
import { type Context, type DeletedRow, type Read, singleIn, type Tx } from "#mutator";

type Added = { table: "items" | "categories"; shelfId: string };

export const quotaReads = ({ table, shelfId }: Added): Read[] => [
  ["count", table],
  ["count", table, "shelfId", shelfId],
];

/** Call it after the row is put: counts include own writes. `passes` multiplies the quota. */
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

/** `shelves`: their number with the new one. */
export function mustBeWithinPlan(tx: Tx, shelves: number, context: Context): void {
  const { maxShelves } = limitsAt(singleIn(tx, "account"), context);
  if (maxShelves !== null && shelves > maxShelves) throw new Refusal("shelf-limit");
}

/** How far restored rows may exceed the quota. */
export const undoAllowance = ({ deletedAt }: Pick<DeletedRow, "deletedAt">, { now }: Context): number =>
  Date.parse(now) - deletedAt <= UNDO_WITHIN_MS ? UNDO_ALLOWANCE : 1;
