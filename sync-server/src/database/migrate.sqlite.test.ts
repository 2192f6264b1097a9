import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { SettingsError } from "#platform/settings-error";
import { MIGRATIONS } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

async function databaseFile() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-migrate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "shelv.db");
}

const openAndClose = async (file: string) => (await openDatabase(file)).close();

function described(file: string) {
  const db = new SQLite(file, { readonly: true });
  const tables = db.prepare("select name, sql from sqlite_schema order by name").all();
  const migrations = db.prepare("select * from kysely_migration order by name").all() as { name: string }[];
  db.close();
  return { tables, migrations };
}

test("An empty file becomes the newest database, and a second start changes nothing", async () => {
  const file = await databaseFile();
  await openAndClose(file);
  const first = described(file);
  expect(first.migrations.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
  await openAndClose(file);
  expect(described(file)).toEqual(first);
});

test("The next migration keeps the rows, and leads to the same schema as an empty file", async () => {
  const [old, fresh] = [await databaseFile(), await databaseFile()];
  const before = await openDatabase(old);
  await before.writer.insertInto("job").values({ name: "a job", done_at: 1, cursor: null }).execute();
  await before.close();
  MIGRATIONS["0003-invented"] = {
    up: (db) =>
      db.schema
        .alterTable("job")
        .addColumn("invented", "integer", (column) => column.notNull().defaultTo(0))
        .execute(),
  };
  onTestFinished(() => void delete MIGRATIONS["0003-invented"]);
  const after = await openDatabase(old);
  expect(await after.reader.selectFrom("job").selectAll().execute()).toEqual([
    { name: "a job", done_at: 1, cursor: null, invented: 0 },
  ]);
  await after.close();
  await openAndClose(fresh);
  expect(described(old).tables).toEqual(described(fresh).tables);
});

test("A database without the counter of texts gets it, with the texts that are there", async () => {
  const file = await databaseFile();
  await openAndClose(file);
  const old = new SQLite(file);
  old.pragma("foreign_keys = off");
  old.exec(`
    drop trigger item_added; drop trigger item_changed; drop trigger item_removed;
    alter table sync_user drop column text_bytes;
    delete from kysely_migration where name = '0002-text-bytes';
    insert into sync_user (user_id, epoch) values ('ada', 'e1'), ('ben', 'e2');
    insert into item (user_id, id, version, shelf_id, title, url, description, price, emoji, position, created_at, note)
    values ('ada', 'i1', 1, 's1', 'Täßchen', 'u', 'd', '$1', '', 'a0', '', 'n'),
           ('ada', 'i2', 1, 's1', 'Mug', '', '', '', '', 'a1', '', '');`);
  old.close();
  const database = await openDatabase(file);
  const counted = await database.reader.selectFrom("sync_user").select(["user_id", "text_bytes"]).execute();
  expect(counted).toEqual([
    { user_id: "ada", text_bytes: 9 + 1 + 1 + 2 + 1 + 3 },
    { user_id: "ben", text_bytes: 0 },
  ]);
  await database.close();
});

test("A database of a build before 1.0.0 is left as it is, and the start says how to bring accounts over", async () => {
  const file = await databaseFile();
  await openAndClose(file);
  const old = new SQLite(file);
  old.exec(
    "drop table installation; delete from kysely_migration; insert into kysely_migration values ('0001-accounts', '2025'), ('0002-shelves', '2025')",
  );
  old.close();
  const before = described(file);
  await expect(openDatabase(file)).rejects.toThrow(
    new SettingsError(
      "The database is of a build before version 1.0.0, which this version cannot read: start that build once more, export each account (Account, Settings, Export), then start this version with an empty database and import the files.",
    ),
  );
  expect(described(file)).toEqual(before);
});
