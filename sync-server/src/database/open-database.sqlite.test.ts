import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open-database.ts";

test("A commit waits for the disk, which a killed process cannot show", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-open-"));
  const db = await openDatabase(join(folder, "shelv.db"));
  onTestFinished(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });
  const FULL = 2;
  expect((await sql`pragma synchronous`.execute(db.writer)).rows).toEqual([{ synchronous: FULL }]);
  expect((await sql`pragma journal_mode`.execute(db.writer)).rows).toEqual([{ journal_mode: "wal" }]);
});

test("The write-ahead log is emptied without waiting: not during a read, and not inside another transaction", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-open-"));
  const file = join(folder, "shelv.db");
  const db = await openDatabase(file);
  onTestFinished(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });
  const logged = async () => (await stat(`${file}-wal`)).size;
  const write = (trx: typeof db.writer) =>
    trx.insertInto("daily_salt").values({ purpose: "test", day: randomUUID(), salt: "" }).execute();

  await db.reader.transaction().execute(async (trx) => {
    await trx.selectFrom("daily_salt").selectAll().execute();
    await write(db.writer);
    expect(await db.emptyLog()).toBe(false);
  });
  expect(await logged()).toBeGreaterThan(0);

  const emptied = await db.writer.transaction().execute(async (trx) => {
    await write(trx);
    return { later: db.emptyLog() };
  });
  expect(await emptied.later).toBe(true);
  expect([await logged(), (await db.reader.selectFrom("daily_salt").selectAll().execute()).length]).toEqual([
    0, 2,
  ]);
});

test("What an interrupted first start left is replaced", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-open-"));
  const file = join(folder, "shelv.db");
  await writeFile(`${file}.new`, "half a database");
  const db = await openDatabase(file);
  onTestFinished(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });
  expect(await db.reader.selectFrom("user").selectAll().execute()).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.endsWith(".new"))).toEqual([]);
});
