import { deletedRow } from "@shelv/mutators/deleted-row";
import { type DeletedRead, type DeletedRow, isRestorable } from "@shelv/mutators/mutator";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

type Tombstone = Pick<Schema["sync_tombstone"], "table_name" | "snapshot" | "deletion" | "shelf_id">;

/** A deleted row with the shelf that it stood on, where that is deleted too, and everything deleted that stood there. */
export async function deletedAround(db: Kysely<Schema>, userId: string, [, table, id]: DeletedRead): Promise<DeletedRow[]> {
  const own = await tombstone(db, userId, table, id);
  if (!own) return [];
  const shelfId = own.shelf_id ?? id;
  const shelf = table === "shelves" ? own : await tombstone(db, userId, "shelves", shelfId);
  const beside = shelf ? await tombstonesOn(db, userId, shelfId) : [];
  return [own, ...(shelf ? [shelf] : []), ...beside].flatMap((stone) => {
    const { table_name, snapshot, deletion } = stone;
    return isRestorable(table_name) ? (deletedRow(table_name, JSON.parse(snapshot), String(deletion)) ?? []) : [];
  });
}

const tombstone = (db: Kysely<Schema>, userId: string, table: string, id: string): Promise<Tombstone | undefined> =>
  tombstones(db, userId).where("table_name", "=", table).where("id", "=", id).executeTakeFirst();

const tombstonesOn = (db: Kysely<Schema>, userId: string, shelfId: string): Promise<Tombstone[]> =>
  tombstones(db, userId).where("shelf_id", "=", shelfId).execute();

const tombstones = (db: Kysely<Schema>, userId: string) =>
  db.selectFrom("sync_tombstone").select(["table_name", "snapshot", "deletion", "shelf_id"]).where("user_id", "=", userId);
