/**
 * Merges categories of one name that two devices created on one shelf, in the transaction of the second: the
 * smaller id stays, and gets the other's items. Later changes of the other apply to it.
 */
import { categoryKey, type CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { PreparedMutation } from "@shelv/mutators/mutations";
import type { Kysely } from "kysely";
import { rememberMerge } from "#database/rows/category-history";
import type { Schema } from "#database/schema";
import { type LockedOwner, writeAll } from "./owner-version.ts";

type Author = { clientId: string | null; now: Date };

/** With merged categories replaced. */
export async function followMerges(
  { rows }: LockedOwner,
  prepared: PreparedMutation,
): Promise<PreparedMutation> {
  const winners = await rows.winnersOf(prepared.categoryIds);
  return winners.size === 0 ? prepared : prepared.withCategories((id) => winners.get(id) ?? id);
}

/** Call it once `changes` are written. Returns what it changed. */
export async function mergeCategories(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  changes: readonly RowChange[],
  author: Author,
): Promise<RowChange[]> {
  const merged: RowChange[] = [];
  for (const [shelfId, keys] of namedOnShelves(changes)) {
    const here = (await owner.rows.rows(["categories", "shelfId", shelfId])) as CategoryRow[];
    for (const key of keys) {
      const [winner, ...losers] = here
        .filter((category) => categoryKey(category) === key)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      for (const loser of losers)
        if (winner) merged.push(...(await mergeInto(trx, owner, { winner, loser }, author)));
    }
  }
  return merged;
}

function namedOnShelves(changes: readonly RowChange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const { table, before, after } of changes) {
    if (table !== "categories" || !after) continue;
    const { shelfId } = after as CategoryRow;
    const key = categoryKey(after as CategoryRow);
    if (before && categoryKey(before as CategoryRow) === key) continue;
    named.set(shelfId, (named.get(shelfId) ?? new Set()).add(key));
  }
  return named;
}

/** A shelf's quota bounds the items. */
async function mergeInto(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { winner, loser }: { winner: CategoryRow; loser: CategoryRow },
  { clientId, now }: Author,
): Promise<RowChange[]> {
  const { userId } = owner;
  const items = (await owner.rows.rows(["items", "categoryIds", loser.id])) as ItemRow[];
  const changes: RowChange[] = [
    ...items.map((item) => ({ table: "items" as const, id: item.id, before: item, after: movedOver(item) })),
    { table: "categories", id: loser.id, before: loser, after: null },
  ];
  await writeAll(trx, owner, changes, { now, writer: clientId });
  await owner.rows.flush();
  await rememberMerge(trx, userId, { id: loser.id, winner: winner.id });
  owner.rows.forgetWinners();
  // No device has seen that the winner is these items' only one, whichever caused the merge.
  if (items.length > 0) await owner.rows.join([winner.id], { writer: null, version: owner.version });
  // A later deletion in this transaction counts what others put in.
  await owner.rows.flush();
  return changes;

  function movedOver(item: ItemRow): ItemRow {
    const ids = item.categoryIds.map((id) => (id === loser.id ? winner.id : id));
    return { ...item, categoryIds: [...new Set(ids)].toSorted() };
  }
}

export async function noteJoins(
  { rows, version }: LockedOwner,
  changes: readonly RowChange[],
  writer: string | null,
): Promise<void> {
  const ids = new Set<string>();
  for (const { table, before, after } of changes) {
    if (table !== "items" || !after) continue;
    const had = new Set((before as ItemRow | null)?.categoryIds);
    for (const id of (after as ItemRow).categoryIds) if (!had.has(id)) ids.add(id);
  }
  if (ids.size > 0) await rows.join([...ids], { writer, version });
}
