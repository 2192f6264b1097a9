import { ANALYTICS_MAX_DAYS } from "@shelv/contract/analytics";
import { expect, test } from "vitest";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PHONE } from "#testing/visitor";
import { readSummary } from "#analytics/read-analytics";
import { writeDays } from "#analytics/tables/analytics-days";
import { DayTable } from "./day-table.ts";
import { dayRow, readAllTime, storedDays, sumUpDays } from "./stored-days.ts";

const DAY = 24 * 60 * 60_000;

const TODAY = 20_513;

async function openPage() {
  const server = await openTestServer();
  const mira = await server.signedIn("mira@example.org", "Mira");
  const { id: userId } = (await (await mira.get("/api/auth/me")).json()) as { id: string };
  const shelf = ((await (await mira.post("/api/shelves", { name: "Books" })).json()) as { id: string }).id;
  const form = await mira.form("POST", `/api/shelves/${shelf}/items`, {
    title: "Kiln",
    url: "https://example.org",
  });
  return { server, mira, userId, shelf, item: ((await form.json()) as { id: string }).id };
}

const visit = async (server: TestServer, itemId: string) => {
  const events = [
    { username: "mira", eventType: "view" },
    { username: "mira", eventType: "click", itemId },
  ];
  await server.browser().post("/api/analytics/track", { events }, { "User-Agent": PHONE });
};

test("Sums of all time are those of all days, whenever the job runs, and days stay open for late events", async () => {
  const { server, userId, shelf, item } = await openPage();
  const { db, now } = server.services;
  for (let day = 1; day <= 10; day += 1) {
    await visit(server, item);
    if (day % 4 === 0) await runAllSteps(sumUpDays(db, { now: now(), seenMs: 0 }, null));
    const late = {
      username: "mira",
      eventType: "view",
      at: new Date(now().getTime() - 1.9 * DAY).toISOString(),
    };
    await server.browser().post("/api/analytics/track", late, { "User-Agent": PHONE });
    const { clicksOfItem, ofShelf } = await readAllTime(db.reader, userId);
    expect([clicksOfItem.get(item), ofShelf.get(shelf)?.views]).toEqual([day, 2 * day]);
    server.wait(DAY);
  }
  const [total] = await db.reader.selectFrom("analytics_total").selectAll().execute();
  expect(total?.through_day).toBe(TODAY + 4);
});

test("Days that no plan shows are deleted, and sums of all time keep what they counted", async () => {
  const { server, userId, shelf, item } = await openPage();
  const { db, now } = server.services;
  const sums = async () => {
    const { clicksOfItem, ofShelf } = await readAllTime(db.reader, userId);
    const { views, clicks } = await readSummary(db.reader, userId, now());
    return [views.total, clicks.total, clicksOfItem.get(item), ofShelf.get(shelf)?.views];
  };
  const days = async () =>
    (await db.reader.selectFrom("analytics_day").select("day").orderBy("day").execute()).map(
      ({ day }) => day,
    );
  const run = (seenMs: number) => runAllSteps(sumUpDays(db, { now: now(), seenMs }, null));
  for (let day = 0; day < 4; day += 1) {
    await visit(server, item);
    server.wait(DAY);
  }
  server.wait((ANALYTICS_MAX_DAYS - 2) * DAY);
  await visit(server, item);
  const today = TODAY + ANALYTICS_MAX_DAYS + 2;
  await run(700 * DAY);
  expect(await days()).toEqual([TODAY, TODAY + 1, TODAY + 2, TODAY + 3, today]);
  for (let again = 0; again < 2; again += 1) {
    await run(Infinity);
    expect([await days(), await sums()]).toEqual([
      [TODAY + 2, TODAY + 3, today],
      [5, 5, 5, 5],
    ]);
  }
  server.wait(DAY);
  await run(Infinity);
  expect([await days(), await sums()]).toEqual([
    [TODAY + 3, today],
    [5, 5, 5, 5],
  ]);
});

test("Other requests run between the days of a range, however long one day takes", async () => {
  const { server, userId } = await openPage();
  const { reader, writer } = server.services.db;
  const [first, days, workMs] = [20_000, 10, 10];
  const table = new DayTable();
  table.add({ kind: "page", shelfIds: [] }, {}, { count: 1, visitors: 1 });
  const rows = Array.from({ length: days }, (_, at) => dayRow(userId, first + at, table));
  await writer.transaction().execute((trx) => writeDays(trx, rows));

  let others = 0;
  const next = () => void ((others += 1), (timer = setImmediate(next)));
  let timer = setImmediate(next);
  const read: [day: number, others: number][] = [];
  for await (const { day } of storedDays(reader, { userId, from: first, to: first + days })) {
    read.push([day, others]);
    for (const start = performance.now(); performance.now() - start < workMs;);
  }
  clearImmediate(timer);
  expect(read.map(([day]) => day)).toEqual(rows.map(({ day }) => day));
  expect(new Set(read.map(([, count]) => count)).size).toBe(days);
});
