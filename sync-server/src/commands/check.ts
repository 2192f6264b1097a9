/**
 * Compares the database with itself and with the stored pictures, beside a running server, without changes.
 * What changes in between may be reported once.
 */
import { resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#database/schema";
import type { MediaStore } from "#pictures/storage/media-store";
import { openMediaStoreNow } from "#pictures/storage/open-media-store";
import type { Settings } from "#settings";
import { type DatabasePlace, withDatabase } from "./with-database.ts";

export type Checked = {
  counts: { what: string; count: number }[];
  /** A sentence for each kind, for the operator. */
  problems: string[];
};

const COUNTED = [
  ["user", "accounts"],
  ["shelf", "shelves"],
  ["item", "items"],
  ["category", "categories"],
  ["domain", "domains"],
  ["session", "sessions"],
  ["sync_tombstone", "deleted rows"],
  ["blob", "pictures of accounts"],
] as const satisfies [keyof Schema, string][];

const OWNED = [
  "session",
  "shelf",
  "item",
  "category",
  "social_link",
  "single",
  "notice",
  "domain",
  "blob",
  "sync_user",
  "sync_client",
  "sync_op",
  "sync_tombstone",
  "wanted_picture",
] as const satisfies (keyof Schema)[];

const PICTURES_AT_ONCE = 200;

export async function check(place: DatabasePlace & Pick<Settings, "bucket">): Promise<Checked> {
  const files = await openMediaStoreNow(place, resolve(place.dataDir));
  return withDatabase(place, async ({ reader }) => ({
    counts: await countRows(reader),
    problems: [...(await findOrphans(reader)), ...(await findLostPictures(reader, files))],
  }));
}

async function countRows(reader: Kysely<Schema>): Promise<Checked["counts"]> {
  const counts: Checked["counts"] = [];
  for (const [table, what] of COUNTED) {
    const [row] = await reader
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .execute();
    counts.push({ what, count: Number(row?.count) });
  }
  return counts;
}

async function findOrphans(reader: Kysely<Schema>): Promise<string[]> {
  const problems: string[] = [];
  const find = async (what: string, from: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(reader);
    const count = Number(rows[0]?.count);
    if (count > 0) problems.push(`${count} ${what}.`);
  };
  for (const table of OWNED)
    await find(
      `rows of ${table} belong to no account`,
      sql`${sql.table(table)} as owned where not exists (select 1 from "user" where "user".id = owned.user_id)`,
    );
  await find(
    "accounts have no counter and cannot sync",
    sql`"user" where not exists (select 1 from sync_user where sync_user.user_id = "user".id)`,
  );
  for (const table of ["item", "category"])
    await find(
      `rows of ${table} are on no shelf`,
      sql`${sql.table(table)} as owned where not exists (select 1 from shelf where shelf.user_id = owned.user_id and shelf.id = owned.shelf_id)`,
    );
  for (const column of ["picture", "cutout"])
    await find(
      `items name a ${column} that the server neither has nor asks devices for`,
      sql`item where ${sql.ref(column)} is not null
        and not exists (select 1 from blob where blob.user_id = item.user_id and blob.sha256 = item.${sql.ref(column)})
        and not exists (select 1 from wanted_picture as wanted where wanted.user_id = item.user_id and wanted.sha256 = item.${sql.ref(column)})`,
    );
  await find(
    "profiles name a picture that the server neither has nor asks devices for",
    sql`single where id = 'profile' and json_extract(body, '$.picture') is not null
      and not exists (select 1 from blob where blob.user_id = single.user_id and blob.sha256 = json_extract(single.body, '$.picture'))
      and not exists (select 1 from wanted_picture as wanted where wanted.user_id = single.user_id and wanted.sha256 = json_extract(single.body, '$.picture'))`,
  );
  return problems;
}

async function findLostPictures(reader: Kysely<Schema>, files: MediaStore): Promise<string[]> {
  let [lost, unheld] = [0, 0];
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: { sha256: string }[] = await reader
      .selectFrom("blob")
      .select("sha256")
      .distinct()
      .where("sha256", ">", after)
      .orderBy("sha256")
      .limit(PICTURES_AT_ONCE)
      .execute();
    const areStored = await Promise.all(page.map(({ sha256 }) => files.isWhole(sha256)));
    lost += areStored.filter((isStored) => !isStored).length;
    after = page.at(-1)?.sha256;
  }
  for await (const stored of files.all(PICTURES_AT_ONCE)) {
    const held = await reader
      .selectFrom("blob")
      .select("sha256")
      .distinct()
      .where("sha256", "in", stored)
      .execute();
    unheld += stored.length - held.length;
  }
  return [
    ...(lost > 0 ? [`${lost} pictures lack files.`] : []),
    ...(unheld > 0 ? [`${unheld} stored pictures belong to no account: the daily sweep removes them.`] : []),
  ];
}
