import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { itemRow } from "@shelv/contract/testing/rows";
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";
import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#database/open-database";
import { writeChange, writeChanges } from "./owner-rows.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const common = { shelfId: "s", position: "a0", createdAt: "2026" };
const text = fc.constantFrom("", "plain", '"quoted"', "é 😀", '{"a":1}', "back\\slash\nline");
const item = fc.record({
  title: text,
  description: text,
  picture: fc.constantFrom(null, "ab".repeat(32)),
  showsCutout: fc.boolean(),
  isHidden: fc.boolean(),
  details: fc.constantFrom(null, "pending" as const),
  categoryIds: fc.subarray(["c1", "c2", "c3"]),
});
const write = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 400 }),
    table: fc.constantFrom<OwnerTable>("items", "categories"),
    goes: fc.boolean(),
    item,
  }),
  {
    selector: ({ id, table }) => `${table} ${id}`,
    minLength: 150,
    maxLength: 600,
    size: "max",
  },
);

test("Writing in sets gives the same result as row by row: rows, tombstones, and a version for each", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shelv-write-"));
  const db = await openDatabase(join(folder, "shelv.db"));
  onTestFinished(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });
  await sql`pragma synchronous = off`.execute(db.writer);
  let owners = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 3 }), async (writes) => {
      owners += 1;
      const [sets, rows] = [`sets ${owners}`, `rows ${owners}`];
      for (const id of [sets, rows])
        await db.writer
          .insertInto("user")
          .values({ id, email: id, username: null, username_key: null, created_at: 0 })
          .execute();
      const standing = new Map<string, OwnerRow>();
      let version = 1;
      for (const drawn of writes) {
        const grouped = drawn.toSorted((a, b) =>
          `${a.table} ${a.goes}`.localeCompare(`${b.table} ${b.goes}`),
        );
        const changes = grouped.flatMap(({ id, table, goes, item }): RowChange[] => {
          const before = standing.get(`${table} ${id}`) ?? null;
          const row =
            table === "items"
              ? itemRow({ id: `${id}`, ...common, ...item })
              : { id: `${id}`, ...common, name: item.title };
          const after = goes ? null : row;
          if (goes && !before) return [];
          if (after) standing.set(`${table} ${id}`, after);
          else standing.delete(`${table} ${id}`);
          return [{ table, id: `${id}`, before, after }];
        });
        const written = { now: NOW, deletion: version };
        await db.writer.transaction().execute(async (trx) => {
          await writeChanges(trx, sets, changes, version, written);
          for (const [at, change] of changes.entries())
            await writeChange(trx, rows, change, version + at, written);
        });
        version += changes.length;
      }
      for (const table of ["item", "category", "sync_tombstone"] as const) {
        const of = (userId: string) =>
          db.reader
            .selectFrom(table)
            .selectAll()
            .where("user_id", "=", userId)
            .orderBy("id")
            .orderBy("version")
            .execute();
        const [inSets, byRow] = [await of(sets), await of(rows)];
        expect(inSets.map((row) => ({ ...row, user_id: "" }))).toEqual(
          byRow.map((row) => ({ ...row, user_id: "" })),
        );
        expect(new Set(inSets.map((row) => row.version)).size).toBe(inSets.length);
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);
