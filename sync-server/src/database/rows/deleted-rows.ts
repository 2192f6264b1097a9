import { setImmediate } from "node:timers/promises";
import { CAPACITY, UNDO_ALLOWANCE } from "@shelv/contract/limits/account-limits";
import { AccountFull } from "@shelv/contract/refusal";
import { deletedRow } from "@shelv/mutators/deleted-row";
import {
  type DeletedRead,
  type DeletedRow,
  isRestorable,
  RESTORABLE,
  type RestorableTable,
} from "@shelv/mutators/mutator";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { mergedInto } from "./category-history.ts";

type Tombstone = Pick<
  Schema["sync_tombstone"],
  "table_name" | "snapshot" | "deletion" | "deleted_at" | "shelf_id"
>;

export async function deletedAround(
  db: Kysely<Schema>,
  userId: string,
  [, table, id]: DeletedRead,
): Promise<DeletedRow[]> {
  const own = await tombstone(db, { userId, table, id });
  if (!own) return [];
  const shelfId = own.shelf_id ?? id;
  const shelf = table === "shelves" ? own : await tombstone(db, { userId, table: "shelves", id: shelfId });
  const beside = shelf ? await tombstonesOn(db, { userId, shelfId, deletion: shelf.deletion }) : [];
  mustFit(beside);
  const ofShelf = shelf?.deletion ?? (await unfinishedDeletionOf(db, { userId, shelfId }));
  const rows: DeletedRow[] = [];
  for (const [at, stone] of [own, ...(shelf ? [shelf] : []), ...beside].entries()) {
    if (at % PARSED_AT_ONCE === PARSED_AT_ONCE - 1) await setImmediate();
    const wentWithShelf = stone.deletion === ofShelf;
    rows.push(...asDeleted(stone).map((row) => ({ ...row, wentWithShelf })));
  }
  return inMergedCategories(db, userId, rows);
}

/** Refuses a restore without room before its rows are parsed. */
function mustFit(stones: readonly Tombstone[]): void {
  for (const table of ["categories", "items"] as const)
    if (stones.filter(({ table_name }) => table_name === table).length > roomFor(table))
      throw new AccountFull(table);
}

/** Rows that a restore may bring; the mutator also counts those that exist. */
const roomFor = (table: "categories" | "items") => Math.floor(CAPACITY[table] * UNDO_ALLOWANCE);

/** Deleted before a category of theirs was merged. */
async function inMergedCategories(
  db: Kysely<Schema>,
  userId: string,
  rows: readonly DeletedRow[],
): Promise<DeletedRow[]> {
  const ids = new Set(rows.flatMap((deleted) => (deleted.table === "items" ? deleted.row.categoryIds : [])));
  const winners = await mergedInto(db, userId, [...ids]);
  return rows.map((deleted) => {
    if (deleted.table !== "items" || winners.size === 0) return deleted;
    const categoryIds = new Set(deleted.row.categoryIds.map((id) => winners.get(id) ?? id));
    return { ...deleted, row: { ...deleted.row, categoryIds: [...categoryIds].toSorted() } };
  });
}

const unfinishedDeletionOf = async (db: Kysely<Schema>, of: { userId: string; shelfId: string }) =>
  (await deletingShelf(db, of))[0]?.deleting ?? null;

const deletingShelf = statement((db, at: At<{ userId: string; shelfId: string }>) =>
  db
    .selectFrom("shelf")
    .select("deleting")
    .where("user_id", "=", at("userId"))
    .where("id", "=", at("shelfId")),
);

/** Other requests run in between. */
const PARSED_AT_ONCE = 250;

export async function deletedOne(
  db: Kysely<Schema>,
  userId: string,
  table: RestorableTable,
  id: string,
): Promise<DeletedRow | undefined> {
  const own = await tombstone(db, { userId, table, id });
  return own && asDeleted(own)[0];
}

/** Characters of snapshots in one answer. */
const LISTED_TEXT = 1_000_000;
/** Checking each against its schema takes up to a millisecond. */
const LISTED_AT_ONCE = 50;

/** Ends after `limit` rows, or sooner with long texts. `next`: null after the last page. */
export async function deletedSince(
  db: Kysely<Schema>,
  userId: string,
  { deletedAfter, before, limit }: { deletedAfter: number; before: number; limit: number },
): Promise<{ rows: DeletedRow[]; next: number | null }> {
  const rows: DeletedRow[] = [];
  let [next, left, text] = [before, limit, 0];
  while (left > 0 && text < LISTED_TEXT) {
    const atOnce = Math.min(left, LISTED_AT_ONCE);
    const stones = await newestTombstones(db, { userId, deletedAfter, before: next, limit: atOnce });
    rows.push(...stones.flatMap(asDeleted));
    const last = stones.at(-1);
    if (!last || stones.length < atOnce) return { rows, next: null };
    next = last.version;
    left -= stones.length;
    text += stones.reduce((sum, { snapshot }) => sum + snapshot.length, 0);
    await setImmediate();
  }
  return { rows, next };
}

const newestTombstones = statement(
  (db, at: At<{ userId: string; deletedAfter: number; before: number; limit: number }>) =>
    tombstones(db, at)
      .select("version")
      .where("table_name", "in", [...RESTORABLE])
      .where("merged_into", "is", null)
      .where("version", "<", at("before"))
      .where("deleted_at", ">", at("deletedAfter"))
      .orderBy("version", "desc")
      .limit(at("limit")),
);

function asDeleted({ table_name, snapshot, deletion, deleted_at: deletedAt }: Tombstone): DeletedRow[] {
  const row = isRestorable(table_name)
    ? deletedRow(table_name, JSON.parse(snapshot), { deletion: String(deletion), deletedAt })
    : null;
  return row ? [row] : [];
}

const tombstone = async (
  db: Kysely<Schema>,
  of: { userId: string; table: string; id: string },
): Promise<Tombstone | undefined> => (await tombstoneOf(db, of))[0];

const tombstoneOf = statement((db, at: At<{ userId: string; table: string; id: string }>) =>
  tombstones(db, at).where("table_name", "=", at("table")).where("id", "=", at("id")),
);

const tombstonesOn = statement((db, at: At<{ userId: string; shelfId: string; deletion: number }>) =>
  tombstones(db, at)
    .where("shelf_id", "=", at("shelfId"))
    .where("deletion", "=", at("deletion"))
    .limit(roomFor("categories") + roomFor("items") + 1),
);

const tombstones = (db: Kysely<Schema>, at: At<{ userId: string }>) =>
  db
    .selectFrom("sync_tombstone")
    .select(["table_name", "snapshot", "deletion", "deleted_at", "shelf_id"])
    .where("user_id", "=", at("userId"));
