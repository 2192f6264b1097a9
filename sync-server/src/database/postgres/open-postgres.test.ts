import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "#database/migrate";
import { openDatabase } from "#database/open-database";
import { snapshot, write } from "#database/transaction";
import { SettingsError } from "#platform/settings-error";
import { takeDatabase } from "#testing/postgres/take-database";

async function opened() {
  const database = await takeDatabase();
  const url = database?.url ?? "";
  const db = await openDatabase(url);
  onTestFinished(async () => {
    await db.close();
    await database?.release();
  });
  return { db, url };
}

test("A URL that leads to no database, or to one of a newer version, stops the start with one sentence", async () => {
  const { db, url } = await opened();
  const elsewhere = new URL(url);
  elsewhere.pathname = "/nothing-here";
  await expect(openDatabase(elsewhere.href)).rejects.toThrow(
    new SettingsError('DATABASE_URL: database "nothing-here" does not exist.'),
  );
  await expect(openDatabase("postgres://localhost:9/shelv")).rejects.toThrow(
    /^The database of DATABASE_URL does not answer: /,
  );
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(db.writer);
  onTestFinished(
    async () => void (await sql`delete from kysely_migration where name = '9999-later'`.execute(db.writer)),
  );
  await expect(openDatabase(url)).rejects.toThrow(
    new SettingsError("The database is of a newer version of the server (9999-later): start that version."),
  );
});

test("A database of a build before 1.0.0 is refused", async () => {
  const { db, url } = await opened();
  const rename = (from: string, to: string) =>
    sql`update kysely_migration set name = ${to} where name = ${from}`.execute(db.writer);
  await rename("0001-first", "0001-accounts");
  onTestFinished(async () => void (await rename("0001-accounts", "0001-first")));
  await expect(openDatabase(url)).rejects.toThrow(/^The database is of a build before version 1\.0\.0/);
});

test("Several processes that start at once on an empty database migrate it once", async () => {
  const clusterUrl = inject("postgresUrl") ?? "";
  const admin = await openDatabase(clusterUrl);
  const url = new URL(clusterUrl);
  url.pathname = `/shelv_empty_${process.pid}`;
  await sql`create database ${sql.ref(url.pathname.slice(1))}`.execute(admin.writer);
  const opened = await Promise.all([openDatabase(url.href), openDatabase(url.href), openDatabase(url.href)]);
  expect(await opened[1].reader.selectFrom("user").select("id").execute()).toEqual([]);
  await Promise.all(opened.map((db) => db.close()));
  await sql`drop database ${sql.ref(url.pathname.slice(1))}`.execute(admin.writer);
  await admin.close();
});

test("A migration that waits for a dump blocks no request, and runs when the dump has ended", async () => {
  const { db, url } = await opened();
  MIGRATIONS["0003-invented"] = {
    up: (next) => next.schema.alterTable("job").addColumn("invented", "integer").execute(),
  };
  onTestFinished(async () => {
    delete MIGRATIONS["0003-invented"];
    await sql`alter table job drop column invented`.execute(db.writer);
    await sql`delete from kysely_migration where name = '0003-invented'`.execute(db.writer);
  });
  const readJobs = () => sql`select name from job`.execute(db.reader);
  const isWaiting = async () =>
    (await sql`select 1 from pg_locks where relation = to_regclass('job') and not granted`.execute(db.reader))
      .rows.length > 0;
  const { starting } = await db.writer.transaction().execute(async (dump) => {
    await sql`lock table job in access share mode`.execute(dump);
    const opening = openDatabase(url);
    await expect.poll(isWaiting).toBe(true);
    await readJobs();
    return { starting: opening };
  });
  const started = await starting;
  onTestFinished(() => started.close());
  expect((await sql`select invented from job`.execute(started.reader)).rows).toEqual([]);
});

test("10 transactions are open at once, and a read does not wait for them", async () => {
  const { db } = await opened();
  const allAreOpen = Promise.withResolvers<void>();
  let open = 0;
  const transactions = Array.from({ length: 10 }, () =>
    write(db.writer, null, async (trx) => {
      await trx
        .insertInto("job")
        .values({ name: `${(open += 1)}`, done_at: 0, cursor: null })
        .execute();
      if (open === 10) allAreOpen.resolve();
      await allAreOpen.promise;
      expect(await db.reader.selectFrom("job").select("name").execute()).toEqual([]);
      throw new RangeError("undone");
    }),
  );
  const results = await Promise.allSettled(transactions);
  expect(results.map((result) => result.status === "rejected" && result.reason)).toEqual(
    Array.from({ length: 10 }, () => new RangeError("undone")),
  );
});

test("Whole numbers keep all their digits, texts are ordered by their bytes, and NUL reaches no table", async () => {
  const { db } = await opened();
  const at = Number.MAX_SAFE_INTEGER - 1;
  const names = ["b", "B", "a", "é", "Z"];
  await db.writer
    .insertInto("job")
    .values(names.map((name) => ({ name, done_at: at, cursor: null })))
    .execute();
  const rows = await db.reader.selectFrom("job").select(["name", "done_at"]).orderBy("name").execute();
  expect(rows).toEqual(["B", "Z", "a", "b", "é"].map((name) => ({ name, done_at: at })));
  await expect(
    db.writer.insertInto("job").values({ name: "a\0b", done_at: 0, cursor: null }).execute(),
  ).rejects.toThrow("There is nothing here");
});

test("A snapshot does not see what is committed after its first read", async () => {
  const { db } = await opened();
  const add = (name: string) =>
    db.writer.insertInto("job").values({ name, done_at: 0, cursor: null }).execute();
  const jobs = (reader: typeof db.reader) => reader.selectFrom("job").select("name").execute();
  await add("one");
  await snapshot(db.reader, async (trx) => {
    expect(await jobs(trx)).toHaveLength(1);
    await add("two");
    expect(await jobs(trx)).toHaveLength(1);
  });
  expect(await jobs(db.reader)).toHaveLength(2);
});

test("Of two transactions that wait for each other, the one that PostgreSQL ends runs again", async () => {
  const { db } = await opened();
  const names = ["one", "two"];
  for (const name of names)
    await db.writer.insertInto("job").values({ name, done_at: 0, cursor: null }).execute();
  const firsts = names.map(() => Promise.withResolvers<void>());
  const ends = names.map(() => Promise.withResolvers<void>());
  let runs = 0;
  const raise = async (at: number) => {
    let ownRuns = 0;
    await write(db.writer, null, async (trx) => {
      runs += 1;
      ownRuns += 1;
      // Else it may take the row again before the other one, and both wait again.
      if (ownRuns > 1) await ends[1 - at]?.promise;
      const both = at === 0 ? names : names.toReversed();
      for (const [place, name] of both.entries()) {
        await trx
          .updateTable("job")
          .set((eb) => ({ done_at: eb("done_at", "+", 1) }))
          .where("name", "=", name)
          .execute();
        if (place > 0) continue;
        firsts[at]?.resolve();
        await firsts[1 - at]?.promise;
      }
    });
    ends[at]?.resolve();
  };
  await Promise.all([raise(0), raise(1)]);
  expect(runs).toBe(3);
  const counts = await db.reader.selectFrom("job").select("done_at").execute();
  expect(counts).toEqual([{ done_at: 2 }, { done_at: 2 }]);
});
