/**
 * Rows that this device saw deleted, by its own changes or by the server's word, so that a deletion can be taken back
 * offline. It is what the device believes; what really comes back is for the server to say.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import { deletedRow } from "@shelv/mutators/deleted-row";
import type { RowChange } from "@shelv/mutators/memory-tx";
import { type DeletedRead, type DeletedRow, isRestorable } from "@shelv/mutators/mutator";
import type { LocalStore } from "./local-store";
import type { TrashRow } from "./schema";

/** Null for a row that cannot be brought back. */
export function trashRow(
  table: OwnerTable,
  row: OwnerRow,
  deletion: string,
  itemIds: string[] = [],
): TrashRow | null {
  if (!isRestorable(table)) return null;
  const beside = {
    ...("shelfId" in row ? { shelfId: row.shelfId } : {}),
    ...(table === "categories" ? { itemIds } : {}),
  };
  return { table, id: row.id, row, deletion, at: Date.now(), ...beside };
}

/** The items that one change took a category from. */
export const itemsThatLost = (categoryId: string, changes: readonly RowChange[]): string[] =>
  changes.flatMap(({ table, id, before }) =>
    table === "items" && (before as OwnerRow<"items"> | null)?.categoryIds.includes(categoryId) ? [id] : [],
  );

export async function throwAway(
  store: LocalStore,
  table: OwnerTable,
  row: OwnerRow,
  deletion: string,
  itemIds?: string[],
): Promise<void> {
  const thrown = trashRow(table, row, deletion, itemIds);
  if (thrown) await store.trash.put(over(thrown, await store.trash.get([thrown.table, thrown.id])));
}

export const over = (thrown: TrashRow, before: TrashRow | undefined): TrashRow =>
  before ? { ...thrown, under: before } : thrown;

/** What lay there before any of these changes threw it away again. */
export function confirmed(row: TrashRow, pending: ReadonlySet<string>): TrashRow {
  return row.under && pending.has(row.deletion) ? confirmed(row.under, pending) : row;
}

/** A deleted row with its shelf, where that is deleted too, and what is deleted of it; rows that are there again are left out. */
export async function deletedAround(store: LocalStore, read: DeletedRead): Promise<DeletedRow[]> {
  const rows = await trashAround(store, read);
  const deleted: DeletedRow[] = [];
  for (const row of rows) if (!(await store.view(row.table).get(row.id))) deleted.push(...asDeleted(row));
  return deleted;
}

/** @param pending names of changes that are left out, with what they threw away again */
export async function trashAround(
  store: LocalStore,
  [, table, id]: DeletedRead,
  pending: ReadonlySet<string> = NONE,
): Promise<TrashRow[]> {
  const top = await store.trash.get([table, id]);
  if (!top) return [];
  const own = confirmed(top, pending);
  const shelfId = own.shelfId ?? id;
  const shelf = table === "shelves" ? undefined : await store.trash.get(["shelves", shelfId]);
  const beside = await store.trash.where("shelfId").equals(shelfId).toArray();
  // What was thrown away again may have stood on another shelf by then.
  const covered =
    pending.size > 0 ? await store.trash.filter(({ under }) => under !== undefined).toArray() : [];
  const others = [...(shelf ? [shelf] : []), ...beside, ...covered].map((row) => confirmed(row, pending));
  const isAround = (row: TrashRow) =>
    row.shelfId === shelfId || (row.table === "shelves" && row.id === shelfId);
  const unique = new Map(others.filter(isAround).map((row) => [`${row.table}\n${row.id}`, row]));
  unique.delete(`${table}\n${id}`);
  return [own, ...unique.values()];
}

const NONE: ReadonlySet<string> = new Set();

/** None where it is too old to have a shape that is still known. */
export function asDeleted({ table, row, deletion, at }: TrashRow): DeletedRow[] {
  const deleted = deletedRow(table, row, { deletion, deletedAt: at });
  return deleted ? [deleted] : [];
}
