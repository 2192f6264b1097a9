import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./open-database.ts";

test("What is committed has reached the disk: a commit waits for it, which no killed process can show", async () => {
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
