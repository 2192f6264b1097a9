import { expect, test } from "vitest";
import { writeDays } from "#analytics/tables/analytics-days";
import { openTestServer } from "#testing/open-test-server";
import { DayTable, NO_VALUES } from "./day-table.ts";
import { daysOf } from "./range-days.ts";
import { packedRow } from "./stored-days.ts";

const [FIRST, DAYS] = [20_000, 10];
const WORK_MS = 10;

test("Other requests run between the days of a range, however long one day takes", async () => {
  const server = await openTestServer();
  const { reader, writer } = server.services.db;
  const mira = await server.signedIn("mira@example.org", "Mira");
  const { id: userId } = (await (await mira.get("/api/auth/me")).json()) as { id: string };
  const table = new DayTable();
  table.add({ kind: "page", shelfIds: [] }, NO_VALUES, { views: 1, clicks: 0, visitors: 1 });
  const rows = Array.from({ length: DAYS }, (_, at) => packedRow(userId, FIRST + at, table));
  await writer.transaction().execute((trx) => writeDays(trx, rows));

  let others = 0;
  const next = () => void ((others += 1), (timer = setImmediate(next)));
  let timer = setImmediate(next);
  const read: [day: number, others: number][] = [];
  const range = { userId, from: FIRST, to: FIRST + DAYS, filter: {} };
  for await (const { day } of daysOf(reader, range, new Map())) {
    read.push([day, others]);
    for (const start = performance.now(); performance.now() - start < WORK_MS;);
  }
  clearImmediate(timer);
  expect(read.map(([day]) => day)).toEqual(rows.map(({ day }) => day));
  expect(new Set(read.map(([, count]) => count)).size).toBe(DAYS);
});
