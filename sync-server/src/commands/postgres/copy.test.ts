import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#database/open-database";
import type { Browser } from "#testing/browser";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { plainPicture } from "#testing/pictures";
import { inDatabase } from "#testing/postgres/start-cluster";
import { takeDatabase } from "#testing/postgres/take-database";
import { visitorFrom } from "#testing/visitor";
import { columnsOf, readSlice, type Row, storable } from "#commands/copy/copied-rows";
import { COPIED_TABLES } from "#commands/copy/copied-tables";
import { beginProgress, storeReached } from "#commands/copy/copy-progress";
import { copy } from "#commands/copy/copy";

const SESSION_SECRET = "of-every-server".repeat(3);
const QUOTAS = 1200;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-copy-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function emptyDatabase(): Promise<string> {
  const database = await takeDatabase();
  if (!database) throw new Error("This test needs PostgreSQL");
  onTestFinished(async () => {
    await inDatabase(database.url, (client) => client.query("drop table if exists unfinished_copy"));
    await database.release();
  });
  return database.url;
}

const serverOn = (folder: string, DATABASE_URL: string) =>
  openTestServer({ at: { folder }, env: { DATABASE_URL, SESSION_SECRET } });

type Installation = { folder: string; ada: Browser; device: Device; shelfId: string; picture: string };

async function installation(): Promise<Installation> {
  const folder = await temporaryFolder();
  const running = await temporaryFolder();
  const server = await serverOn(running, "");
  const ada = await server.signedIn("ada@example.org", "ada");
  await server.signedIn("eve@example.org", null);
  const device = await Device.of(ada);
  const [shelf, gone] = [newShelf("Books"), newShelf("Gone")];
  await device.sync([
    sent(1, "shelf.create", shelf),
    sent(2, "shelf.create", gone),
    sent(3, "shelf.delete", { id: gone.id }),
    sent(4, "category.create", { id: gone.id, shelfId: "none", name: "Novels", position: "a0" }),
  ]);
  const image = new Blob([await plainPicture("png", 330, 100)]);
  const item = { title: "Emma", url: "https://example.org/emma", image };
  const added = await ada.form("POST", `/api/shelves/${shelf.id}/items`, item);
  const { imageUrl } = (await added.json()) as { imageUrl: string };
  await server.services.tracker.track(
    [{ username: "ada", eventType: "view" }],
    visitorFrom("203.0.113.7", { country: "DE" }),
  );
  const { writer } = server.services.db;
  await sql`
    insert into analytics_quota (day, mark, used)
    select 1, 'mark ' || value, value from (
      with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < ${QUOTAS})
      select value from numbers) as numbers`.execute(writer);
  for (const op_id of ["zz", "yy", "xx"])
    await writer.insertInto("sync_op").values({ user_id: device.userId, op_id, applied_at: 7 }).execute();
  await sql`update item set description = ${"a\0b"}`.execute(writer);
  await sql`
    update single set body = substr(body, 1, length(body) - 1) || ${',"motto":"c\\u0000d"}'} where id = 'profile'`.execute(
    writer,
  );
  await server.services.close();
  await cp(running, folder, { recursive: true });
  return { folder, ada, device, shelfId: shelf.id, picture: imageUrl };
}

async function rowsOf(db: Database): Promise<Record<string, Row[]>> {
  const columns = await columnsOf(db.reader);
  const all: Record<string, Row[]> = {};
  for (const table of COPIED_TABLES) {
    const rows = await readSlice(db.reader, table, { columns: columns.get(table.name) ?? [], after: null });
    all[table.name] = rows.map((row) => {
      const { rowid: _, ...rest } = storable(table, row);
      return rest;
    });
  }
  return all;
}

async function rowsAt(location: string): Promise<Record<string, Row[]>> {
  const db = await openDatabase(location);
  try {
    return await rowsOf(db);
  } finally {
    await db.close();
  }
}

function at(server: TestServer, { ada, device }: Installation): Browser {
  const browser = server.browser();
  for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
  device.moveTo(browser);
  return browser;
}

test("A copied installation serves, and devices continue without a reset, there and back", async () => {
  const held = await installation();
  const url = await emptyDatabase();
  const lines: string[] = [];
  const message = await copy({ from: `sqlite:${held.folder}`, to: url }, (line) => lines.push(line));
  expect(message).toContain("session-secret");
  expect(lines.at(-1)).toMatch(/^All \d+ rows are copied, and were compared\.$/);
  expect(await rowsAt(url)).toEqual(await rowsAt(join(held.folder, "shelv.db")));

  const onPostgres = await serverOn(held.folder, url);
  const { rows: repaired } = await sql`
    select description, json_extract(body, '$.motto') as motto from item, single where single.id = 'profile'
      and single.user_id = item.user_id`.execute(onPostgres.services.db.reader);
  expect(repaired).toEqual([{ description: "ab", motto: "cd" }]);
  let ada = at(onPostgres, held);
  const { device } = held;
  const first = await device.sync([sent(5, "shelf.create", newShelf("Films"))]);
  expect([first.reset, first.gap, first.lastMid]).toEqual([false, false, 5]);
  expect((await device.sync([sent(5, "shelf.create", newShelf("Films"))])).lastMid).toBe(5);
  expect(await (await ada.get("/ada")).text()).toContain("Emma");
  expect((await ada.get(held.picture)).status).toBe(200);
  const { deleted_bytes, op_count } = await onPostgres.services.db.reader
    .selectFrom("sync_user")
    .selectAll()
    .where("user_id", "=", device.userId)
    .executeTakeFirstOrThrow();
  const { ops } = await onPostgres.services.db.reader
    .selectFrom("sync_op")
    .select((eb) => eb.fn.countAll<number>().as("ops"))
    .executeTakeFirstOrThrow();
  expect([deleted_bytes > 0, op_count]).toEqual([true, ops]);
  const folder = await temporaryFolder();
  await expect(copy({ from: url, to: `sqlite:${folder}` }, () => {})).rejects.toThrow(
    "A server is running on",
  );
  await onPostgres.services.close();

  await copy({ from: url, to: `sqlite:${folder}` }, () => {});
  expect(await rowsAt(join(folder, "shelv.db"))).toEqual(await rowsAt(url));
  await cp(join(held.folder, "media"), join(folder, "media"), { recursive: true });
  const back = await serverOn(folder, "");
  ada = at(back, held);
  const last = await device.sync([sent(6, "shelf.create", newShelf("Music"))]);
  expect([last.reset, last.gap, last.lastMid]).toEqual([false, false, 6]);
  expect((await ada.get(held.picture)).status).toBe(200);
}, 60_000);

test("Every table has its place among the copied ones", async () => {
  for (const location of [await emptyDatabase(), join(await temporaryFolder(), "shelv.db")]) {
    const db = await openDatabase(location);
    onTestFinished(() => db.close());
    expect(COPIED_TABLES.map(({ name }) => name).toSorted()).toEqual(
      [...(await columnsOf(db.reader)).keys()].toSorted(),
    );
  }
});

test("A copy that is killed in the middle of a table continues there, and no server starts before its end", async () => {
  const held = await installation();
  const url = await emptyDatabase();
  const from = `sqlite:${held.folder}`;
  const db = await openDatabase(url);
  onTestFinished(() => db.close());
  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and locktype = 'transactionid' and datname = current_database()`.execute(db.reader);
    return rows.length > 0;
  };
  const hasLease = async () => {
    const { rows } = await sql`
      select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database()`.execute(db.reader);
    return rows.length > 0;
  };
  // The third slice waits for a row of the same key that is not yet committed.
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.writer
    .transaction()
    .execute(async (trx) => {
      await trx.insertInto("analytics_quota").values({ day: 1, mark: "mark 999", used: 0 }).execute();
      isHeld.resolve();
      await mayEnd.promise;
      throw new Error("Rolled back");
    })
    .catch(() => {});
  await isHeld.promise;
  const child = spawnCopy(from, url);
  await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  mayEnd.resolve();
  await holding;
  await expect.poll(hasLease).toBe(false);

  const { rows } = await sql`select count(*) as count from analytics_quota`.execute(db.reader);
  expect(rows).toEqual([{ count: 1000 }]);
  await expect(serverOn(await temporaryFolder(), url)).rejects.toThrow(
    "The database holds an unfinished copy",
  );
  await expect(copy({ from: url, to: `sqlite:${await temporaryFolder()}` }, () => {})).rejects.toThrow(
    "The database holds an unfinished copy",
  );
  const lines: string[] = [];
  await copy({ from, to: url }, (line) => lines.push(line));
  expect(lines[0]).toBe("An interrupted copy continues.");
  expect(await rowsOf(db)).toEqual(await rowsAt(join(held.folder, "shelv.db")));
}, 60_000);

function spawnCopy(from: string, to: string) {
  const module = new URL("../copy/copy.ts", import.meta.url).href;
  const code = `const { copy } = await import(${JSON.stringify(module)});
    await copy(${JSON.stringify({ from, to })}, console.log);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("A source that was changed between two runs is found when the rows are compared", async () => {
  const held = await installation();
  const [url, from] = [await emptyDatabase(), `sqlite:${held.folder}`];
  const target = await openDatabase(url);
  onTestFinished(() => target.close());
  await beginProgress(target.writer);
  await storeReached(target.writer, "identity", { after: null, isDone: true });
  const source = await openDatabase(join(held.folder, "shelv.db"));
  await source.writer
    .insertInto("identity")
    .values({ provider: "google", subject: "7", user_id: held.device.userId, created_at: 0 })
    .execute();
  await source.close();
  await expect(copy({ from, to: url }, () => {})).rejects.toThrow("These tables differ: identity.");
  await expect(serverOn(await temporaryFolder(), url)).rejects.toThrow(
    "The database holds an unfinished copy",
  );
});

test("A target with other data, a running server, and an unknown address are refused with a sentence", async () => {
  const held = await installation();
  const from = `sqlite:${held.folder}`;
  const url = await emptyDatabase();
  const used = await openTestServer();
  await used.signedIn("noor@example.org", "noor");
  const nowhere = new URL(url);
  nowhere.pathname = "/nowhere";
  const refusals: [addresses: Parameters<typeof copy>[0], sentence: string][] = [
    [{ from }, "copy needs --from and --to"],
    [{ from, to: "mysql://localhost/shelv" }, "copy needs --from and --to"],
    [{ from: `sqlite:${await temporaryFolder()}`, to: url }, "There is no database in"],
    [{ from, to: used.services.settings.databaseUrl ?? "" }, "A server is running on"],
    [{ from, to: from }, "A server is running on the data folder"],
    [{ from, to: nowhere.href }, '--to: database "nowhere" does not exist.'],
    [{ from: nowhere.href, to: url }, '--from: database "nowhere" does not exist.'],
  ];
  for (const [addresses, sentence] of refusals)
    await expect(copy(addresses, () => {})).rejects.toThrow(sentence);
  await used.services.close();
  await expect(copy({ from, to: used.services.settings.databaseUrl ?? "" }, () => {})).rejects.toThrow(
    "has data already (in user): copy into an empty database.",
  );
});
