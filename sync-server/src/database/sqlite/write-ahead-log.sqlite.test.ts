import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { slowDisk } from "#testing/slow-disk";
import { openDatabase } from "#database/open-database";

const disk = slowDisk();

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-log-"));
  const file = join(folder, "shelv.db");
  const db = await openDatabase(file);
  onTestFinished(async () => {
    disk.recover();
    await db.close().catch(() => {});
    await rm(folder, { recursive: true });
  });
  const write = (salt = "") =>
    db.writer.insertInto("daily_salt").values({ purpose: "test", day: randomUUID(), salt }).execute();
  const count = async () => (await db.reader.selectFrom("daily_salt").selectAll().execute()).length;
  return { db, file, write, count };
}

function waitingPages(file: string): number | undefined {
  const other = new SQLite(file);
  const [state] = other.pragma("wal_checkpoint(NOOP)") as { log: number; checkpointed: number }[];
  other.close();
  return state && state.log - state.checkpointed;
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const nothing = Symbol("nothing");
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(nothing)])) !== nothing;
};

test("A write resolves once it is on the disk, and writes during a flush share the next", async () => {
  const { db, write, count } = await opened();
  disk.isSlow = true;
  const first = write();
  expect(await isSettled(first)).toBe(false);
  const others = [
    write(),
    db.writer.transaction().execute((trx) => trx.deleteFrom("job").execute()),
    write(),
  ];
  await expect.poll(count).toBe(3);
  expect(disk.waiting).toBe(1);
  disk.finishOne();
  await first;
  expect(await isSettled(Promise.race(others))).toBe(false);
  expect(disk.waiting).toBe(1);
  disk.finishOne();
  await Promise.all(others);
});

test("A read waits for no flush, but can ask for one that covers what it has seen", async () => {
  const { db, write, count } = await opened();
  await db.flushed();
  disk.isSlow = true;
  const writing = write();
  await expect.poll(count).toBe(1);
  const seen = db.flushed();
  expect(await isSettled(seen)).toBe(false);
  disk.finishOne();
  await writing;
  await expect.poll(() => (disk.finishOne(), isSettled(seen))).toBe(true);
  await db.flushed();
});

test("A read alone, and a transaction that changes nothing, wait for nothing", async () => {
  const { db } = await opened();
  disk.isSlow = true;
  await db.writer.selectFrom("job").selectAll().execute();
  await db.writer.transaction().execute((trx) => trx.selectFrom("job").selectAll().execute());
  await db.flushed();
  expect(disk.waiting).toBe(0);
});

test("After a failed flush no write is acknowledged: the system forgets what it lost", async () => {
  const { db, file, write, count } = await opened();
  disk.isSlow = true;
  const lost = write();
  await expect.poll(() => disk.waiting).toBe(1);
  const queued = write();
  queued.catch(() => {});
  await expect.poll(count).toBe(2);
  disk.finishOne(new Error("EIO"));
  await expect(lost).rejects.toThrow("lost a commit");
  await expect(queued).rejects.toThrow("lost a commit");
  disk.isSlow = false;
  await expect(write()).rejects.toThrow("lost a commit");
  await expect(db.flushed()).rejects.toThrow("lost a commit");
  expect([await db.emptyLog(), db.hasLostCommit()]).toEqual([false, true]);
  await db.lostCommit;
  for (let mb = 0; mb < 6; mb += 1) await write("x".repeat(1024 * 1024)).catch(() => {});
  expect(waitingPages(file)).toBeGreaterThan(1000);
});

test("A thread moves a long log into the database", async () => {
  const { db, file, write } = await opened();
  const bugs: unknown[] = [];
  db.checkpointInThread((error) => void bugs.push(error));
  for (let mb = 0; mb < 6; mb += 1) await write("x".repeat(1024 * 1024));
  await expect.poll(() => waitingPages(file)).toBe(0);
  expect(await db.emptyLog()).toBe(true);
  expect(bugs).toEqual([]);
});

test("A job that writes without a pause does not make the log long", async () => {
  const { db, file } = await opened();
  db.checkpointInThread((error) => expect(error).toBe(null));
  const salt = "x".repeat(1024 * 1024);
  for (let mb = 0; mb < 100; mb += 1)
    await db.lazyWriter
      .insertInto("daily_salt")
      .values({ purpose: "test", day: String(mb), salt })
      .execute();
  expect(statSync(`${file}-wal`).size).toBeLessThan(24 * 1024 * 1024);
});

test("A transaction that has only read so far keeps others from writing", async () => {
  const { db, file, write, count } = await opened();
  await write("before");
  const other = new SQLite(file, { timeout: 0 });
  onTestFinished(() => void other.close());
  const change = other.prepare("update daily_salt set salt = 'other'");
  await db.writer.transaction().execute(async (trx) => {
    await trx.selectFrom("daily_salt").selectAll().execute();
    expect(() => change.run()).toThrow("database is locked");
    await trx.updateTable("daily_salt").set({ salt: "ours" }).execute();
  });
  expect(change.run().changes).toBe(await count());
});
