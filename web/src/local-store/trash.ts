/**
 * Rows that this device saw deleted, by its own changes or in a pull, for undo offline. The trash is a guess:
 * the server decides what a restore brings back.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import { deletedRow } from "@shelv/mutators/deleted-row";
import type { RowChange } from "@shelv/mutators/memory-tx";
import {
  type DeletedRead,
  type DeletedRow,
  isRestorable,
  type RestorableTable,
} from "@shelv/mutators/mutator";
import type { LocalStore } from "./local-store";
import type { TrashRow } from "./schema";

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

export const itemsThatLost = (categoryId: string, changes: readonly RowChange[]): string[] =>
  changes.flatMap(({ table, id, before }) =>
    table === "items" && (before as OwnerRow<"items"> | null)?.categoryIds.includes(categoryId) ? [id] : [],
  );

export async function moveToTrash(
  store: LocalStore,
  table: OwnerTable,
  row: OwnerRow,
  deletion: string,
  itemIds?: string[],
): Promise<void> {
  const entry = trashRow(table, row, deletion, itemIds);
  if (entry) await store.trash.put(stackOn(await store.trash.get([entry.table, entry.id]), entry));
}

export const stackOn = (before: TrashRow | undefined, entry: TrashRow): TrashRow =>
  before ? { ...entry, under: before } : entry;

/** The entry from before these pending changes. */
export function confirmedEntry(row: TrashRow, pending: ReadonlySet<string>): TrashRow {
  return row.under && pending.has(row.deletion) ? confirmedEntry(row.under, pending) : row;
}

export async function deletedAround(store: LocalStore, read: DeletedRead): Promise<DeletedRow[]> {
  const rows = await trashAround(store, read);
  const deleted: DeletedRow[] = [];
  for (const row of rows) if (!(await store.view(row.table).get(row.id))) deleted.push(...asDeleted(row));
  return deleted;
}

/** @param pending `opId`s of changes whose deletions do not count */
export async function trashAround(
  store: LocalStore,
  [, table, id]: DeletedRead,
  pending: ReadonlySet<string> = NONE,
): Promise<TrashRow[]> {
  const top = await store.trash.get([table, id]);
  if (!top) return [];
  const own = confirmedEntry(top, pending);
  const shelfId = own.shelfId ?? id;
  const shelf = table === "shelves" ? undefined : await store.trash.get(["shelves", shelfId]);
  const beside = await store.trash.where("shelfId").equals(shelfId).toArray();
  // Before a pending change deleted a row again, its confirmed deletion may have been on this shelf.
  const covered =
    pending.size > 0 ? await store.trash.filter(({ under }) => under !== undefined).toArray() : [];
  const others = [...(shelf ? [shelf] : []), ...beside, ...covered].map((row) =>
    confirmedEntry(row, pending),
  );
  const isAround = (row: TrashRow) =>
    row.shelfId === shelfId || (row.table === "shelves" && row.id === shelfId);
  const unique = new Map(others.filter(isAround).map((row) => [`${row.table}\n${row.id}`, row]));
  unique.delete(`${table}\n${id}`);
  return [own, ...unique.values()];
}

const NONE: ReadonlySet<string> = new Set();

/** Empty if the row is too old to have a known shape. */
export function asDeleted({ table, row, deletion, at }: TrashRow): DeletedRow[] {
  const deleted = deletedRow(table, row, { deletion, deletedAt: at });
  return deleted ? [deleted] : [];
}

export async function findRowOrDeleted<T extends RestorableTable>(
  store: LocalStore,
  table: T,
  id: string,
): Promise<OwnerRow<T> | undefined> {
  const row = await store.view(table).get(id);
  if (row) return row;
  const entry = await store.trash.get([table, id]);
  return entry && asDeleted(entry)[0]?.row;
}
