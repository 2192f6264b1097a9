import { OWNER_TABLE_NAMES, OWNER_TABLES, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { fetchRead } from "#database/rows/owner-rows";
import { readSingle } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";

/** In a fixed order, of all tables with an owner column, also ones unknown to this test. */
export async function rowsOf(db: Kysely<Schema>, userId: string): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).filter(({ columns }) =>
    columns.some(({ name }) => name === "user_id"),
  );
  const rows = tables.map(async ({ name }) => {
    const found = db
      .selectFrom(name as "item")
      .selectAll()
      .where("user_id", "=", userId);
    return [name, inFixedOrder(await found.execute())];
  });
  return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>;
}

const inFixedOrder = (rows: object[]) =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);

export async function brokenRules(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const rows = await rowsOf(db, userId);
  const ids = (table: string, field = "id") =>
    new Set((rows[table] as Record<string, unknown>[]).map((row) => row[field]));
  const [shelves, stored, wanted] = [ids("shelf"), ids("blob", "sha256"), ids("wanted_picture", "sha256")];
  const items = rows.item as {
    id: string;
    shelf_id: string;
    picture: string | null;
    cutout: string | null;
  }[];
  const { picture: ownPicture } = await readSingle(db, userId, "profile");
  const named = new Set([ownPicture, ...items.flatMap(({ picture, cutout }) => [picture, cutout])]);
  const [account] = rows.sync_user as { version: number }[];
  const versions = Object.entries(rows)
    .filter(([table]) => table !== "sync_user")
    .flatMap(([, all]) => (all as { version?: number }[]).flatMap(({ version }) => version ?? []));
  const strange = (
    await Promise.all(OWNER_TABLE_NAMES.map((table) => strangeRows(db, userId, table)))
  ).flat();
  const deleted = new Set(
    (rows.sync_tombstone as { id: string; table_name: string }[]).map(
      ({ id, table_name }) => `${table_name} ${id}`,
    ),
  );
  const misplaced = (rows.category as { id: string; shelf_id: string }[]).filter(
    ({ shelf_id }) => !shelves.has(shelf_id),
  );
  const present = [
    ...[...shelves].map((id) => `shelves ${String(id)}`),
    ...items.map(({ id }) => `items ${id}`),
  ];
  return [
    ...strange,
    ...items
      .filter(({ shelf_id }) => !shelves.has(shelf_id))
      .map(({ id }) => `item ${id} stands on no shelf`),
    ...[...named]
      .filter((sha256) => sha256 !== null && !stored.has(sha256) && !wanted.has(sha256))
      .map((sha256) => `the picture ${sha256} is neither stored nor wanted`),
    ...[...wanted]
      .filter((sha256) => !(named as Set<unknown>).has(sha256) || stored.has(sha256))
      .map((sha256) => `the picture ${String(sha256)} is wanted for nothing`),
    ...misplaced.map(({ id }) => `category ${id} is of no shelf`),
    ...present.filter((row) => deleted.has(row)).map((row) => `${row} is here and deleted`),
    ...(Math.max(0, ...versions) > (account?.version ?? -1) ? ["a row is newer than its account"] : []),
    ...(new Set(versions).size === versions.length ? [] : ["two rows share a version"]),
  ];
}

async function strangeRows(db: Kysely<Schema>, userId: string, table: OwnerTable): Promise<string[]> {
  const rows = await fetchRead(db, userId, [table]);
  return rows.flatMap((row) =>
    v.safeParse(OWNER_TABLES[table], row).success ? [] : [`${table} ${row.id} is no row of its table`],
  );
}
