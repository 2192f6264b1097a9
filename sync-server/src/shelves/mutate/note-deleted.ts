/**
 * A deletion wins over an edit that its device has not pulled; the owner can restore the row from a notice.
 * Without `seen`, or with that of another epoch, there is none.
 */
import { DELETED_FIELD, type DeletedThing } from "@shelv/contract/rows/notice";
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Deletion } from "@shelv/mutators/mutator";
import { type Kysely, sql } from "kysely";
import { countWrittenByOthers } from "#database/rows/owner-rows";
import { isJoinedByOthers } from "#database/rows/category-history";
import type { Schema } from "#database/schema";
import { writeNotice } from "./write-notice.ts";
import type { LockedOwner } from "./owner-version.ts";

type Deleting = { deletes: Deletion | null; changes: readonly RowChange[]; clientId: string | null };

/**
 * Rows that another device wrote after the deleting device's last pull; categories also if another device put
 * an item into them since. Call it before the deletion.
 */
export async function countUnseen(
  trx: Kysely<Schema>,
  { userId, epoch }: LockedOwner,
  { deletes, changes, clientId }: Deleting,
): Promise<number> {
  const seen = deletes?.seen;
  if (seen?.epoch !== epoch) return 0;
  const gone = changes.filter(({ after }) => after === null);
  let unseen = 0;
  for (const table of new Set(gone.map((change) => change.table))) {
    const ids = gone.flatMap((change) => (change.table === table ? [change.id] : []));
    unseen += await countWrittenByOthers(trx, userId, table, { ids, writer: clientId, after: seen.cursor });
  }
  const category = gone.find(({ table }) => table === "categories");
  const isJoined =
    deletes?.table === "categories" &&
    category !== undefined &&
    (await isJoinedByOthers(trx, userId, { id: category.id, writer: clientId, after: seen.cursor }));
  return unseen + Number(isJoined);
}

/** Its earlier parts included. */
export async function unseenInAll(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  deleting: Deleting,
): Promise<number> {
  const unseen = await countUnseen(trx, owner, deleting);
  const shelf = deleting.changes.find(({ table, after }) => table === "shelves" && after === null);
  if (!shelf) return unseen;
  const before = await trx
    .selectFrom("shelf")
    .select("deletes_unseen as unseen")
    .where("user_id", "=", owner.userId)
    .where("id", "=", shelf.id)
    .executeTakeFirst();
  return unseen + (before?.unseen ?? 0);
}

/** Adds to the shelf's count; the deletion's last part writes the notice. */
export async function addUnseen(
  trx: Kysely<Schema>,
  { userId, shelfId, unseen }: { userId: string; shelfId: string; unseen: number },
): Promise<void> {
  await trx
    .updateTable("shelf")
    .set((eb) => ({ deletes_unseen: eb("deletes_unseen", "+", unseen) }))
    .where("user_id", "=", userId)
    .where("id", "=", shelfId)
    .execute();
}

/** Call it after the deletion. */
export async function noteDeleted(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { deletes: { table, id }, changes, now }: { deletes: Deletion; changes: readonly RowChange[]; now: Date },
): Promise<void> {
  const gone = changes.find((change) => change.table === table && change.id === id && !change.after)?.before;
  const thing = gone && thingOf(table, gone);
  if (!thing) return;
  await owner.rows.flush();
  const lost = table === "shelves" ? { ...thing, items: await itemsThatWent(trx, owner.userId, id) } : thing;
  await writeNotice(trx, owner, { table, rowId: id, field: DELETED_FIELD, lost, kept: null }, now);
}

/** Null if nothing is lost: a social link without a value. */
function thingOf(table: OwnerTable, row: OwnerRow): DeletedThing | null {
  if (table !== "socialLinks") return { name: "title" in row && table === "items" ? row.title : nameOf(row) };
  const { id, value, position } = row as OwnerRow<"socialLinks">;
  return value === "" ? null : { name: id, link: { value, position } };
}

const nameOf = (row: OwnerRow) => ("name" in row ? row.name : row.id);

async function itemsThatWent(trx: Kysely<Schema>, userId: string, shelfId: string): Promise<number> {
  const { rows } = await sql<{ items: number }>`
    select count(*) as items from sync_tombstone as item
    join sync_tombstone as shelf on shelf.user_id = item.user_id and shelf.deletion = item.deletion
    where item.user_id = ${userId} and item.shelf_id = ${shelfId} and item.table_name = 'items'
      and shelf.table_name = 'shelves' and shelf.id = ${shelfId}`.execute(trx);
  return rows[0]?.items ?? 0;
}
