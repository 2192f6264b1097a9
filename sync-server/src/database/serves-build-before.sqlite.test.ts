/** In a rolling update, processes of the build before read and write the newer tables. */
import SQLite from "better-sqlite3";
import { Kysely, sql, SqliteDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { MIGRATIONS } from "./migrate.ts";

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

async function breaksOf(migrations: Record<string, Migration>): Promise<Record<string, string[]>> {
  const sqlite = new SQLite(":memory:");
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const [first, ...later] = Object.keys(migrations);
  await migrator.migrateTo(first ?? "");
  const breaks: Record<string, string[]> = {};
  for (const name of later) {
    const before = tablesOf(sqlite);
    await migrator.migrateTo(name);
    breaks[name] = breaksIn(before, tablesOf(sqlite));
  }
  await db.destroy();
  return breaks;
}

const migration = (...statements: string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

test("Each migration adds only what the build before can leave out", async () => {
  const breaks = await breaksOf(MIGRATIONS);
  expect(Object.values(breaks).flat()).toEqual([]);
});

test("A dropped, renamed or retyped column, one without a default, and a unique index break the build before", async () => {
  const breaks = await breaksOf({
    "0001-first": migration(
      "create table shelf (id text primary key, name text, at integer)",
      "create table old (id text)",
    ),
    "0002-kind": migration(
      "alter table shelf add column emoji text",
      "alter table shelf add column place integer not null default 0",
      "create index shelf_place on shelf (place)",
    ),
    "0003-unkind": migration(
      "drop table shelf",
      "drop table old",
      "create table shelf (id text primary key, title text not null, at text)",
      "create unique index shelf_title on shelf (title)",
    ),
  });
  expect(breaks).toEqual({
    "0002-kind": [],
    "0003-unkind": [
      "shelf.name is gone or has another type",
      "shelf.at is gone or has another type",
      "shelf.emoji is gone or has another type",
      "shelf.place is gone or has another type",
      "shelf.title needs a value",
      "shelf_title is unique",
      "old is gone",
    ],
  });
});
