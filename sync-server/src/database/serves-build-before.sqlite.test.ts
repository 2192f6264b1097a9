/** In a rolling update, processes of the build before read and write the newer tables. */
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { MIGRATIONS } from "./migrate.ts";

/** The first after which several servers can run on one database. */
const FROM = "0021-merged-categories";

type Column = { name: string; type: string; notnull: number; dflt_value: string | null };
type Tables = Map<string, { columns: Column[]; unique: string[] }>;

function tablesOf(db: SQLite.Database): Tables {
  const names = db
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .pluck()
    .all();
  return new Map(
    names.map((name) => {
      const columns = db.prepare<[string], Column>("select * from pragma_table_info(?)").all(name);
      const indexes = db
        .prepare<[string], { name: string; unique: number }>("select * from pragma_index_list(?)")
        .all(name);
      return [name, { columns, unique: indexes.filter((of) => of.unique === 1).map((of) => of.name) }];
    }),
  );
}

/** What a build that knows `before` can no longer do with `after`. */
function breaksIn(before: Tables, after: Tables): string[] {
  return [...before].flatMap(([name, old]) => {
    const table = after.get(name);
    if (!table) return [`${name} is gone`];
    const newOf = (column: Column) => table.columns.find((of) => of.name === column.name);
    const isOld = ({ name }: Column) => old.columns.some((of) => of.name === name);
    return [
      ...old.columns
        .filter((column) => newOf(column)?.type !== column.type)
        .map((column) => `${name}.${column.name} is gone or has another type`),
      ...table.columns
        .filter((column) => column.notnull === 1 && column.dflt_value === null)
        .filter(
          (column) => !isOld(column) || old.columns.some((of) => of.name === column.name && !of.notnull),
        )
        .map((column) => `${name}.${column.name} needs a value`),
      ...table.unique.filter((index) => !old.unique.includes(index)).map((index) => `${index} is unique`),
    ];
  });
}

function emptyDatabase() {
  const sqlite = new SQLite(":memory:");
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  return { sqlite, db };
}

test("Each migration since several servers can run adds only what the build before can leave out", async () => {
  const { sqlite, db } = emptyDatabase();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const names = Object.keys(MIGRATIONS);
  const first = names.indexOf(FROM);
  expect(first).toBeGreaterThan(0);
  await migrator.migrateTo(names[first - 1] ?? "");
  for (const name of names.slice(first)) {
    const before = tablesOf(sqlite);
    await migrator.migrateTo(name);
    expect([name, breaksIn(before, tablesOf(sqlite))]).toEqual([name, []]);
  }
  await db.destroy();
});

test("A dropped, renamed or retyped column, one without a default, and a unique index break the build before", async () => {
  const { sqlite, db } = emptyDatabase();
  sqlite.exec("create table shelf (id text primary key, name text, at integer); create table old (id text)");
  const before = tablesOf(sqlite);
  sqlite.exec(`
    alter table shelf add column emoji text;
    alter table shelf add column place integer not null default 0;
    create index shelf_place on shelf (place)`);
  expect(breaksIn(before, tablesOf(sqlite))).toEqual([]);
  sqlite.exec(`
    drop table shelf; drop table old;
    create table shelf (id text primary key, title text not null, at text);
    create unique index shelf_title on shelf (title)`);
  expect(breaksIn(before, tablesOf(sqlite))).toEqual([
    "shelf.name is gone or has another type",
    "shelf.at is gone or has another type",
    "shelf.title needs a value",
    "shelf_title is unique",
    "old is gone",
  ]);
  await db.destroy();
});
