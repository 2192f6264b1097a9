/** From the local store alone: one entry for all that was deleted together. */
import { categoryNameKey } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { Mutation } from "@shelv/mutators/mutations";
import type { RestorableTable } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";
import type { TrashRow } from "#local-store/schema";

export type DeletedEntry = {
  table: RestorableTable;
  id: string;
  name: string;
  emoji: string;
  /** Null unless it is an item. */
  item: ItemRow | null;
  deletedAt: number;
  items: number;
  categories: number;
  shelf: { name: string; isDeleted: boolean } | null;
  restore: Mutation;
};

/** Newest first. */
export async function deletedEntries(store: LocalStore): Promise<DeletedEntry[]> {
  const deleted = await withoutLive(store, await store.trash.toArray());
  const shelves = new Map(
    deleted.flatMap((row) => (row.table === "shelves" ? [[row.id, row] as const] : [])),
  );
  const partOf = ({ shelfId, deletion }: TrashRow) => {
    const shelf = shelfId === undefined ? undefined : shelves.get(shelfId);
    return shelf?.deletion === deletion ? shelf : undefined;
  };
  const live = new Map((await store.shelves.toArray()).map(({ id, name }) => [id, name]));
  const liveCategories = new Set((await store.categories.toArray()).map(categoryKey));
  return deleted
    .filter((row) => !partOf(row) && !isMergedCategory(row, liveCategories))
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    .map((row) => {
      const parts = row.table === "shelves" ? deleted.filter((one) => partOf(one) === row) : [];
      const count = (table: RestorableTable) => parts.filter((one) => one.table === table).length;
      return {
        table: row.table,
        id: row.id,
        deletedAt: row.since ?? row.at,
        ...namesOf(row),
        item: row.table === "items" ? (row.row as ItemRow) : null,
        items: count("items"),
        categories: count("categories"),
        shelf: shelfOf(row, live, shelves),
        restore: restoreOf(row),
      };
    });
}

async function withoutLive(store: LocalStore, rows: readonly TrashRow[]): Promise<TrashRow[]> {
  const deleted: TrashRow[] = [];
  for (const table of ["shelves", "categories", "items"] as const) {
    const ofTable = rows.filter((row) => row.table === table);
    const live = await store.view(table).bulkGet(ofTable.map(({ id }) => id));
    deleted.push(...ofTable.filter((_, at) => live[at] === undefined));
  }
  return deleted;
}

function namesOf({ table, row }: TrashRow): { name: string; emoji: string } {
  const emoji = "emoji" in row ? row.emoji : "";
  return { name: table === "items" ? (row as ItemRow).title : (row as OwnerRow<"categories">).name, emoji };
}

function shelfOf(
  { shelfId }: TrashRow,
  live: ReadonlyMap<string, string>,
  deleted: ReadonlyMap<string, TrashRow>,
): DeletedEntry["shelf"] {
  if (shelfId === undefined) return null;
  const name = live.get(shelfId);
  if (name !== undefined) return { name, isDeleted: false };
  const shelf = deleted.get(shelfId);
  return shelf ? { name: namesOf(shelf).name, isDeleted: true } : null;
}

/** Its shelf has that name again, so restoring it changes nothing. */
const isMergedCategory = ({ table, row }: TrashRow, live: ReadonlySet<string>) =>
  table === "categories" && live.has(categoryKey(row as OwnerRow<"categories">));

const categoryKey = ({ shelfId, name }: OwnerRow<"categories">) => `${shelfId}\n${categoryNameKey(name)}`;

function restoreOf({ table, id }: TrashRow): Mutation {
  if (table === "shelves") return { name: "shelf.restore", args: { id } };
  return table === "items"
    ? { name: "item.restore", args: { id } }
    : { name: "category.restore", args: { id, itemIds: [] } };
}
