import { type CompiledQuery, type Kysely, sql } from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { DatabaseGone } from "#database/errors";
import { type Database, openDatabase } from "#database/open-database";
import { metered } from "#database/row-meter";
import type { Schema } from "#database/schema";
import { snapshot, write } from "#database/transaction";
import { newItem, newShelf, sent } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";
import { takeDatabase } from "#testing/postgres/take-database";
import { send } from "./pipeline.ts";

type Trx = Kysely<Schema>;

async function opened(): Promise<Database> {
  const database = await takeDatabase();
  const db = await openDatabase(database?.url ?? "");
  onTestFinished(async () => {
    await db.close();
    await database?.release();
  });
  return db;
}

const adding = (db: Trx, name: string): CompiledQuery =>
  db.insertInto("job").values({ name, done_at: 0, cursor: null }).compile();

const stored = async ({ reader }: Database): Promise<string[]> =>
  (await reader.selectFrom("job").select("name").orderBy("name").execute()).map(({ name }) => name);

async function expectNoneOpen({ reader }: Database): Promise<void> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
    reader,
  );
  expect(rows).toEqual([]);
}

type Query = (this: Client, config: { text: string }, callback?: (...answer: unknown[]) => void) => unknown;

function countRoundTrips(): () => number {
  let trips = 0;
  const inFlight = new Map<Client, number>();
  const methods = Client.prototype as unknown as { query: Query };
  const { query } = methods;
  methods.query = function counted(config, callback) {
    if (!callback || config.text.includes("pg_notify")) return query.call(this, config, callback);
    const before = inFlight.get(this) ?? 0;
    if (before === 0) trips += 1;
    inFlight.set(this, before + 1);
    return query.call(this, config, (...answer) => {
      inFlight.set(this, (inFlight.get(this) ?? 0) - 1);
      callback(...answer);
    });
  };
  onTestFinished(() => void (methods.query = query));
  return () => trips;
}

test("A request with one change takes 3 round trips, and up to 2 more if a statement needs the result of another", async () => {
  const tripsSoFar = countRoundTrips();
  const { device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const item = newItem(shelf.id, "One", { position: "a0V" });
  await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", item)]);
  const { id } = item;
  const changes = [
    sent(3, "item.update", { id, patch: { title: "New", price: "$1" }, was: { title: "One", price: "" } }),
    sent(4, "profile.update", { patch: { bio: "Hello" }, was: { bio: "" } }),
    sent(5, "item.move", { id, shelfId: shelf.id, position: "a9" }),
    sent(6, "item.create", newItem(shelf.id, "Two", { position: "a1V" })),
    sent(7, "item.delete", { id }),
  ];
  const trips: Record<string, number> = {};
  for (const change of changes) {
    const before = tripsSoFar();
    await device.sync([change], { pull: false, ack: change.mid - 1 });
    trips[change.name] = tripsSoFar() - before;
  }
  expect(trips).toEqual({
    "item.update": 3,
    "profile.update": 3,
    "item.move": 4,
    "item.create": 5,
    "item.delete": 5,
  });
});

test("Statements that are sent without a wait run in order, and are stored with the commit", async () => {
  const db = await opened();
  const read = await write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    const names = await send(trx, trx.selectFrom("job").select("name").compile());
    await send(trx, adding(trx, "b"));
    expect(await stored(db)).toEqual([]);
    return names;
  });
  expect(await read.rows).toEqual([{ name: "a" }]);
  expect(await stored(db)).toEqual(["a", "b"]);
});

test("The commit throws the first error of statements that were sent without a wait, and stores nothing", async () => {
  const db = await opened();
  const failing = write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    await send(trx, adding(trx, "a"));
    await send(trx, sql`select 1 / 0`.compile(trx));
    await send(trx, adding(trx, "b"));
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(await stored(db)).toEqual([]);
  await expectNoneOpen(db);
});

test("The next statement that is waited for throws the first error of statements that were sent without a wait, also if its transaction continues", async () => {
  const db = await opened();
  const failing = write(db.writer, null, async (trx) => {
    await send(trx, sql`select 1 / 0`.compile(trx));
    const last = await send(trx, adding(trx, "a"));
    for (const result of [trx.selectFrom("job").select("name").execute(), last.rows])
      await expect(result).rejects.toMatchObject({ code: "22012" });
  });
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(await stored(db)).toEqual([]);
  await expectNoneOpen(db);
});

test("An error of the caller rolls back statements that were sent without a wait", async () => {
  const db = await opened();
  const failing = write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    throw new RangeError("of the caller");
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(await stored(db)).toEqual([]);
  await expectNoneOpen(db);
});

test("After a rollback to a savepoint the transaction continues without its error", async () => {
  const db = await opened();
  await write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    await sql`savepoint one`.execute(trx);
    await send(trx, adding(trx, "a"));
    await expect(sql`release savepoint one`.execute(trx)).rejects.toMatchObject({ code: "23505" });
    await sql`rollback to savepoint one`.execute(trx);
    await send(trx, adding(trx, "b"));
  });
  expect(await stored(db)).toEqual(["a", "b"]);
});

test("A text with NUL is refused before anything is sent, and its transaction stores nothing", async () => {
  const db = await opened();
  const failing = write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    await send(trx, adding(trx, "b\0"));
  });
  await expect(failing).rejects.toThrow("There is nothing here");
  expect(await stored(db)).toEqual([]);
});

test("A value that cannot be sent leaves nothing of its transaction", async () => {
  const db = await opened();
  const circular: { of?: unknown } = {};
  circular.of = circular;
  const failing = write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    await send(trx, sql`select ${circular}`.compile(trx));
  });
  await expect(failing).rejects.toThrow("does not answer");
  expect(await stored(db)).toEqual([]);
  await expectNoneOpen(db);
});

test("A connection that breaks under sent statements fails its transaction, and the next one gets another", async () => {
  const db = await opened();
  const failing = write(db.writer, null, async (trx) => {
    await send(trx, adding(trx, "a"));
    await send(trx, sql`select pg_terminate_backend(pg_backend_pid())`.compile(trx));
    await send(trx, adding(trx, "b"));
  });
  await expect(failing).rejects.toThrow(DatabaseGone);
  await write(db.writer, null, async (trx) => void (await send(trx, adding(trx, "c"))));
  expect(await stored(db)).toEqual(["c"]);
});

test("A transaction whose statement was prepared before a migration runs again", async () => {
  const db = await opened();
  let runs = 0;
  const addAndRead = () =>
    write(db.writer, null, async (trx) => {
      runs += 1;
      await send(trx, adding(trx, String(runs)));
      const all = await send(trx, trx.selectFrom("job").selectAll().compile());
      return all.rows;
    });
  expect(await addAndRead()).toHaveLength(1);
  await sql`alter table job add column later text`.execute(db.reader);
  onTestFinished(async () => void (await sql`alter table job drop column later`.execute(db.reader)));
  expect(await addAndRead()).toHaveLength(2);
  expect([runs, await stored(db)]).toEqual([3, ["1", "3"]]);
});

test.each([
  ["A read", (db: Database) => db.reader.selectFrom("job").selectAll().execute()],
  ["A snapshot", (db: Database) => snapshot(db.reader, (trx) => trx.selectFrom("job").selectAll().execute())],
])("%s whose statement was prepared before a migration is answered", async (_, read) => {
  const db = await opened();
  await db.writer.executeQuery(adding(db.writer, "a"));
  const before = await read(db);
  expect(before).toHaveLength(1);
  await sql`alter table job add column later text`.execute(db.writer);
  onTestFinished(async () => void (await sql`alter table job drop column later`.execute(db.writer)));
  expect(await read(db)).toEqual(before.map((row) => ({ ...row, later: null })));
});

test("Rows of sent statements are metered", async () => {
  const db = await opened();
  await metered(async (meter) => {
    await write(db.writer, null, async (trx) => {
      await send(trx, adding(trx, "a"));
      await send(trx, trx.selectFrom("job").selectAll().compile());
    });
    expect(meter.rows).toBe(2);
  });
});

test("A read in the lock's round trip returns what the previous writer has committed", async () => {
  const db = await opened();
  await db.writer.insertInto("user").values({ id: "ada", email: "ada@example.org", created_at: 0 }).execute();
  await db.writer.insertInto("sync_user").values({ user_id: "ada", epoch: "e" }).execute();
  const jobs = (trx: Trx) => trx.selectFrom("job").select("name").execute();
  const isLocked = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const first = write(db.writer, "ada", async (trx) => {
    isLocked.resolve();
    await trx.updateTable("sync_user").set({ version: 7 }).where("user_id", "=", "ada").execute();
    await send(trx, adding(trx, "a"));
    await mayCommit.promise;
  });
  await isLocked.promise;
  const second = write(db.writer, "ada", async (_, counter, read) => ({ counter, read }), jobs);
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db.reader)).rows.length).toBe(1);
  mayCommit.resolve();
  await first;
  expect(await second).toMatchObject({ counter: { version: 7 }, read: [{ name: "a" }] });
});
