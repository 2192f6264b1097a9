import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open-database.ts";

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

test("A database that an interrupted first start left is replaced", async () => {
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
