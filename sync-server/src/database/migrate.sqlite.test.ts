import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, sql, SqliteDialect } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "./migrate.ts";
import { accounts } from "./migrations/0001-accounts.ts";
import { openDatabase } from "./open-database.ts";
import type { Schema } from "./schema.ts";

async function databaseFile() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-migrate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "shelv.db");
}

/** The database's schema and its migrations. */
function described(file: string) {
  const db = new SQLite(file, { readonly: true });
  const tables = db.prepare("select name, sql from sqlite_schema order by name").all();
  const migrations = db.prepare("select * from kysely_migration order by name").all() as { name: string }[];
  db.close();
  return { tables, migrations };
}

test("An empty file becomes the newest database, and a second start changes nothing", async () => {
  const file = await databaseFile();
  await (await openDatabase(file)).close();
  const first = described(file);
  expect(first.migrations.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
  await (await openDatabase(file)).close();
  expect(described(file)).toEqual(first);
});

test("A database of the first version keeps its users, and gets the same schema as an empty file", async () => {
  const [old, fresh] = [await databaseFile(), await databaseFile()];
  await makeFirstVersion(old);
  const db = await openDatabase(old);
  expect(await db.reader.selectFrom("user").selectAll().execute()).toEqual([
    {
      id: "ada",
      email: "ada@example.org",
      username: "Ada",
      username_key: "ada",
      created_at: 1,
      suspended_for: null,
    },
  ]);
  expect(await db.reader.selectFrom("session").select("user_id").execute()).toEqual([{ user_id: "ada" }]);
  await db.close();
  await (await openDatabase(fresh)).close();
  expect(described(old).tables).toEqual(described(fresh).tables);
});

test("Deletions older than their numbers are restored with those of the same moment", async () => {
  const file = await databaseFile();
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  await migrator.migrateTo("0007-account-lifecycle");
  await db
    .insertInto("user")
    .values({ id: "ada", email: "ada@example.org", username: null, username_key: null, created_at: 1 })
    .execute();
  const rows = [
    ["shelves", "s", { id: "s" }, 7],
    ["items", "i", { id: "i", shelfId: "s" }, 7],
    ["items", "j", { id: "j", shelfId: "s" }, 3],
  ] as const;
  for (const [at, [table, id, row, when]] of rows.entries()) {
    await sql`insert into sync_tombstone (user_id, table_name, id, version, snapshot, deleted_at)
      values ('ada', ${table}, ${id}, ${at}, ${JSON.stringify(row)}, ${when})`.execute(db);
  }
  await migrator.migrateToLatest();
  expect(
    await db.selectFrom("sync_tombstone").select(["id", "deletion", "shelf_id"]).orderBy("id").execute(),
  ).toEqual([
    { id: "i", deletion: 7, shelf_id: "s" },
    { id: "j", deletion: 3, shelf_id: "s" },
    { id: "s", deletion: 7, shelf_id: null },
  ]);
  await db.destroy();
});

test("Old accounts get skeletons, keep lookalike names, and a running deletion continues", async () => {
  const file = await databaseFile();
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  await migrator.migrateTo("0009-domains");
  for (const [id, username] of [
    ["a", "paypal"],
    ["b", "paypaI"],
    ["c", null],
  ] as const) {
    await db
      .insertInto("user")
      .values({
        id,
        email: `${id}@example.org`,
        username,
        username_key: username?.toLowerCase() ?? null,
        created_at: 1,
      })
      .execute();
  }
  await sql`insert into session (token_hash, user_id, created_at, expires_at) values ('hash', 'a', 1, 2)`.execute(
    db,
  );
  await sql`insert into deletion_code (session_hash, code_hash, tries, expires_at) values ('hash', 'code', 3, 2)`.execute(
    db,
  );
  await migrator.migrateToLatest();
  expect(
    await db.selectFrom("username_skeleton").selectAll().orderBy("user_id").orderBy("skeleton").execute(),
  ).toEqual([
    { skeleton: "paypal", user_id: "a" },
    { skeleton: "paypai", user_id: "b" },
    { skeleton: "paypal", user_id: "b" },
  ]);
  expect(await db.selectFrom("session_code").selectAll().execute()).toEqual([
    { session_hash: "hash", purpose: "deletion", code_hash: "code", tries: 3, expires_at: 2 },
  ]);
  await db.destroy();
});

test("Op ids older than the count are counted", async () => {
  const file = await databaseFile();
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  await migrator.migrateTo("0009-domains");
  for (const id of ["a", "b"]) {
    await db
      .insertInto("user")
      .values({ id, email: `${id}@example.org`, username: null, username_key: null, created_at: 1 })
      .execute();
    await db.insertInto("sync_user").values({ user_id: id, epoch: "e" }).execute();
  }
  await db
    .insertInto("sync_op")
    .values(["x", "y"].map((op_id) => ({ user_id: "a", op_id, applied_at: 1 })))
    .execute();
  await migrator.migrateToLatest();
  await db.insertInto("sync_op").values({ user_id: "a", op_id: "z", applied_at: 2 }).execute();
  expect(
    await db.selectFrom("sync_user").select(["user_id", "op_count"]).orderBy("user_id").execute(),
  ).toEqual([
    { user_id: "a", op_count: 3 },
    { user_id: "b", op_count: 0 },
  ]);
  await db.destroy();
});

test("Pictures that rows name without an upload are wanted, also from before the table", async () => {
  const file = await databaseFile();
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  await migrator.migrateTo("0016-suspensions");
  for (const id of ["a", "b"]) {
    await db
      .insertInto("user")
      .values({ id, email: `${id}@example.org`, username: null, username_key: null, created_at: 1 })
      .execute();
    await sql`insert into single (user_id, id, version, body) values (${id}, 'profile', 1, '{"picture":"own"}'), (${id}, 'settings', 2, '{}')`.execute(
      db,
    );
    await sql`
      insert into item (user_id, id, version, shelf_id, title, url, description, price, emoji, picture, cutout, position, created_at)
      values (${id}, 'i', 3, 's', '', '', '', '', '', 'one', 'cut', 'a0', ''), (${id}, 'j', 4, 's', '', '', '', '', '', 'one', null, 'a1', '')`.execute(
      db,
    );
  }
  await db
    .insertInto("blob")
    .values(
      ["own", "cut"].map((sha256) => ({ user_id: "a", sha256, bytes: 1, created_at: 1, is_animated: 0 })),
    )
    .execute();
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  expect(
    await db.selectFrom("wanted_picture").selectAll().orderBy("user_id").orderBy("sha256").execute(),
  ).toEqual([
    { user_id: "a", sha256: "one" },
    { user_id: "b", sha256: "cut" },
    { user_id: "b", sha256: "one" },
    { user_id: "b", sha256: "own" },
  ]);
  await db.destroy();
});

/** A database as the first version created it. */
async function makeFirstVersion(file: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new SQLite(file) }) });
  const { Migrator } = await import("kysely/migration");
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ "0001-accounts": accounts }) },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  await db.destroy();
  const sqlite = new SQLite(file);
  sqlite.exec(`insert into user (id, email, username, username_key, created_at) values ('ada', 'ada@example.org', 'Ada', 'ada', 1);
    insert into session (token_hash, user_id, created_at, expires_at) values ('hash', 'ada', 1, 2);`);
  sqlite.close();
}

test("A reader cannot write, a name is unique, and a user's rows are deleted with the user", async () => {
  const db = await openDatabase(await databaseFile());
  onTestFinished(() => db.close());
  const user = { username: null, username_key: "ada", created_at: 1 };
  await expect(
    db.reader
      .insertInto("user")
      .values({ ...user, id: "ada", email: "a@example.org" })
      .execute(),
  ).rejects.toThrow("readonly");
  await db.writer
    .insertInto("user")
    .values({ ...user, id: "ada", email: "a@example.org" })
    .execute();
  await expect(
    db.writer
      .insertInto("user")
      .values({ ...user, id: "eve", email: "e@example.org" })
      .execute(),
  ).rejects.toThrow("UNIQUE");
  await db.writer.insertInto("sync_user").values({ user_id: "ada", epoch: "e" }).execute();
  await db.writer.deleteFrom("user").execute();
  expect(await db.reader.selectFrom("sync_user").selectAll().execute()).toEqual([]);
});
