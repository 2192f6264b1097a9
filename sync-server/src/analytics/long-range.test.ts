import { DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import { BREAKDOWN_ROWS_MAX, DIMENSION_VALUES_MAX } from "@shelv/contract/analytics";
import { expect, test } from "vitest";
import { writeDays } from "#analytics/tables/analytics-days";
import { openTestServer } from "#testing/open-test-server";
import { dayOf } from "./day.ts";
import { DayTable } from "./days/day-table.ts";
import { dayRow } from "./days/stored-days.ts";
import { readRange } from "./read-range.ts";

const DAYS = 150;

test("Months with new names on each day take little memory, and the changes are found", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const { db, now } = server.services;
  const user = await db.reader.selectFrom("user").select("id").executeTakeFirstOrThrow();
  expect((await ada.get("/api/overview")).status).toBe(200);
  const to = dayOf(now().getTime());
  for (let day = to - 2 * DAYS + 1; day <= to; day += 1) {
    const table = new DayTable();
    for (let nth = 0; nth < DIMENSION_VALUES_MAX; nth += 1) {
      const values = Object.fromEntries(DIMENSIONS.map((by) => [by, `${by} ${day} ${nth}`])) as never;
      const count = day === to - 10 && nth === 7 ? 900 : 6;
      table.add({ kind: "page", shelfIds: [] }, values, { count, visitors: count });
    }
    await writeDays(db.writer, [dayRow(user.id, day, table)]);
  }
  const before = process.memoryUsage();
  let [growth, turns] = [0, 0];
  const look = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    growth = Math.max(growth, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers);
    turns += 1;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  const figures = await readRange(
    db.reader,
    { userId: user.id, from: to - DAYS + 1, to, unit: "day", filter: {} },
    { firstDay: 0, hasDimensions: true },
  );
  clearImmediate(next);
  expect(figures.breakdowns?.referrer).toHaveLength(BREAKDOWN_ROWS_MAX);
  expect(figures.changes?.map(({ value, now }) => [value, now])).toContainEqual([
    `referrer ${to - 10} 7`,
    900,
  ]);
  expect(turns).toBeGreaterThan(20);
  expect(growth).toBeLessThan(250 * 1024 ** 2);
});
