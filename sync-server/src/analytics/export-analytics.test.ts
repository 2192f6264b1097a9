import type { Activity } from "@shelv/contract/analytics";
import { expect, test } from "vitest";
import { v7 as uuid } from "uuid";
import { writeDays } from "#analytics/tables/analytics-days";
import { openTestServer } from "#testing/open-test-server";
import { visitorFrom } from "#testing/visitor";
import { clicksOfItems } from "./read-analytics.ts";
import { readWeek } from "./read-week.ts";
import { DayTable } from "./days/day-table.ts";
import { dayRow } from "./days/stored-days.ts";
import { dayOf } from "./day.ts";
import { analyticsJson, forgetAnalytics } from "./export-analytics.ts";

const DAY = 24 * 60 * 60_000;

async function openPages() {
  const server = await openTestServer();
  const { db, now, tracker } = server.services;
  const own: Record<string, { userId: string; shelf: string; item: string }> = {};
  for (const page of ["mira", "noor"]) {
    const owner = await server.signedIn(`${page}@example.org`, page);
    const { id: userId } = (await (await owner.get("/api/auth/me")).json()) as { id: string };
    const shelf = (await (await owner.post("/api/shelves", { name: "Books" })).json()) as { id: string };
    const form = await owner.form("POST", `/api/shelves/${shelf.id}/items`, {
      title: "Kiln",
      url: "https://example.org",
    });
    own[page] = { userId, shelf: shelf.id, item: ((await form.json()) as { id: string }).id };
  }
  const sender = (visitor: number) =>
    visitorFrom(`203.0.113.${visitor}`, { country: "JP", location: "Japan" });
  const view = (username: string, visitor: number) =>
    tracker.track([{ username, eventType: "view" }], sender(visitor));
  const click = (username: string, visitor: number) =>
    tracker.track([{ username, eventType: "click", itemId: own[username]?.item ?? "" }], sender(visitor));
  const userId = (page: string) => own[page]?.userId ?? "";
  return { server, db, now, own, userId, view, click };
}

test("A week is reported with the one before, and with the items clicked in it", async () => {
  const { server, db, now, own, userId, view, click } = await openPages();
  const nothing = { total: 0, change: "0%" };
  const week = async () => {
    const lastDay = dayOf(now().getTime());
    return (await readWeek(db.reader, userId("mira"), { lastDay, hasDimensions: false })).week;
  };
  expect(await week()).toEqual({
    views: nothing,
    clicks: nothing,
    ctr: { total: "0%", change: "0%" },
    items: [],
  });
  for (const visitor of [1, 2, 3, 4]) await view("mira", visitor);
  for (const visitor of [1, 2]) await click("mira", visitor);
  await view("noor", 1);
  await click("noor", 1);
  server.wait(7 * DAY);
  expect((await week()).items).toEqual([]);
  for (const visitor of [1, 2]) await view("mira", visitor);
  for (const visitor of [1, 2]) await click("mira", visitor);
  server.wait(DAY / 24);
  await click("mira", 1);
  expect(await week()).toEqual({
    views: { total: 2, change: "-50%" },
    clicks: { total: 3, change: "+50%" },
    ctr: { total: "150%", change: "+200%" },
    items: [
      {
        id: own.mira?.item,
        title: "Kiln",
        emoji: "",
        object: expect.any(String),
        picture: null,
        clicks: 3,
        change: "+50%",
      },
    ],
  });
});

test("The clicks of each item are of all time", async () => {
  const { server, db, own, userId, view, click } = await openPages();
  const clicks = (...items: (string | undefined)[]) =>
    clicksOfItems(db.reader, userId("mira"), items.map(String));
  expect(await clicks(own.mira?.item)).toEqual(new Map());
  for (const visitor of [1, 2]) await view("mira", visitor);
  for (const visitor of [1, 2]) await click("mira", visitor);
  server.wait(DAY);
  await view("mira", 1);
  await click("mira", 1);
  expect(await clicks(own.mira?.item, "another")).toEqual(new Map([[own.mira?.item, 3]]));
  expect(await clicks()).toEqual(new Map());
});

test("An export contains the owner's counts by day and activities, and nothing of another's", async () => {
  const { db, own, userId, view, click } = await openPages();
  await view("mira", 1);
  await click("mira", 1);
  await view("noor", 1);
  const { counts, activities } = await exported(db.reader, userId("mira"));
  const date = "2026-03-01";
  expect(counts).toEqual([
    { of: "page", id: null, date, views: 1, clicks: 1, visitors: 1 },
    { of: "shelf", id: own.mira?.shelf, date, views: 1, clicks: 1, visitors: 1 },
    { of: "item", id: own.mira?.item, date, views: 0, clicks: 1, visitors: 0 },
  ]);
  expect(activities.map(({ type, location }) => [type, location])).toEqual([
    ["add", null],
    ["view", "Japan"],
    ["click", "Japan"],
  ]);
});

test("Years of a busy page are exported completely, each count once", async () => {
  const { db, userId } = await openPages();
  const clicks = Array.from({ length: 2500 }, (_, at) => at);
  const days = [...Map.groupBy(clicks, (at) => Math.floor(at / 7))].map(([day, ofDay]) => {
    const table = new DayTable();
    for (const at of ofDay)
      table.add({ kind: "item", itemId: `item-${at % 7}`, shelfId: null }, {}, { count: at, visitors: 0 });
    return dayRow(userId("mira"), 10_000 + day, table);
  });
  await writeDays(db.writer, days);
  const { counts } = await exported(db.reader, userId("mira"));
  const ofItems = counts.filter(({ of }) => of === "item").map((count) => count.clicks);
  expect(ofItems.toSorted((a, b) => a - b)).toEqual(clicks.slice(1));
});

test("Forgotten analytics are deleted, another owner's stay, and a deleted owner's are deleted too", async () => {
  const { db, userId, view } = await openPages();
  const tables = ["analytics_day", "analytics_activity", "analytics_ring"] as const;
  const owners = async () =>
    new Set(
      (await Promise.all(tables.map((table) => db.reader.selectFrom(table).select("user_id").execute())))
        .flat()
        .map(({ user_id }) => user_id),
    );
  for (const page of ["mira", "noor"]) await view(page, 1);
  expect(await owners()).toEqual(new Set([userId("mira"), userId("noor")]));
  await db.writer.transaction().execute((trx) => forgetAnalytics(trx, userId("mira")));
  expect(await owners()).toEqual(new Set([userId("noor")]));
  await db.writer.deleteFrom("user").where("id", "=", userId("noor")).execute();
  expect(await owners()).toEqual(new Set());
  await view("noor", 2);
  expect(await owners()).toEqual(new Set());
  expect(await exported(db.reader, uuid())).toEqual({ counts: [], activities: [] });
});

type Exported = {
  counts: { of: string; id: string | null; date: string; views: number; clicks: number }[];
  activities: Activity[];
};

async function exported(...args: Parameters<typeof analyticsJson>): Promise<Exported> {
  let json = "";
  for await (const piece of analyticsJson(...args)) json += piece;
  return JSON.parse(json) as Exported;
}
