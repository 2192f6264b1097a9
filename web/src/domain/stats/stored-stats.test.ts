import type { RangeFigures } from "@shelv/contract/analytics";
import { USER_HEADER } from "@shelv/contract/routes/route";
import { expect, onTestFinished, test, vi } from "vitest";
import { callAs } from "#api/call";
import { openTestStore } from "#local-store/testing/open-test-store";
import {
  forgetStatsOfItem,
  knownStats,
  refreshStats,
  type StatsAsked,
  statsKey,
  storeStats,
  STORED_VIEWS_MAX,
} from "./stored-stats";

const ITEM = "0199b2c4-0000-7000-8000-000000000001";
const none = { views: 0, clicks: 0, visitors: 0 };
const figures: RangeFigures = {
  from: "2026-03-25",
  to: "2026-03-31",
  unit: "day",
  total: none,
  before: none,
  series: [{ date: "2026-03-31", ...none }],
  seriesBefore: null,
  breakdowns: null,
  items: [],
  changes: null,
  resetAt: null,
};

const asked = (more: Partial<StatsAsked> = {}): StatsAsked => ({
  range: { from: "2026-03-25", to: "2026-03-31" },
  preset: 30,
  unit: "day",
  filter: null,
  itemId: undefined,
  ...more,
});
const seven = { preset: 7 };

test("each range, filter and item has figures of its own; a preset finds those of the day before", () => {
  const views = [
    asked(),
    asked(seven),
    asked({ preset: null }),
    asked({ filter: { by: "referrer", value: "Instagram" } }),
    asked({ filter: { by: "utm_source", value: "Instagram" } }),
    asked({ filter: { by: "referrer", value: null } }),
    asked({ itemId: ITEM }),
  ];
  expect(new Set(views.map(statsKey)).size).toBe(views.length);
  expect(statsKey(asked({ ...seven, range: { from: "2026-03-26", to: "2026-04-01" } }))).toBe(
    statsKey(asked(seven)),
  );
});

test("the server's answer for a view is stored with its time, and found again by its view only", async () => {
  const store = openTestStore();
  const paths: string[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", async (path: string, { headers }: RequestInit) => {
    paths.push(`${new Headers(headers).get(USER_HEADER)} ${path}`);
    return Response.json(figures);
  });
  const owner = {
    readStore: (read: (of: typeof store) => Promise<unknown>) => read(store),
    call: callAs("ada"),
  };
  const view = asked({ ...seven, filter: { by: "utm_source", value: null }, itemId: ITEM });
  const from = Date.now();
  await refreshStats(owner as Parameters<typeof refreshStats>[0], view);
  expect(paths).toEqual([
    `ada /api/overview/range?from=2026-03-25&to=2026-03-31&unit=day&itemId=${ITEM}&filterBy=utm_source&filterValue=`,
  ]);
  const { known } = await knownStats(store, statsKey(view));
  expect(known?.figures).toEqual(figures);
  expect(known?.at).toBeGreaterThanOrEqual(from);
  expect(await knownStats(store, statsKey(asked()))).toEqual({ key: statsKey(asked()), known: null });
});

test("a refused request leaves the stored figures as they are", async () => {
  const store = openTestStore();
  const key = statsKey(asked());
  await storeStats(store, key, figures);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: "wrong-user", message: "Another" }, { status: 409 }),
  );
  const owner = {
    readStore: (read: (of: typeof store) => Promise<unknown>) => read(store),
    call: callAs("ada"),
  };
  await expect(refreshStats(owner as Parameters<typeof refreshStats>[0], asked())).rejects.toMatchObject({
    code: "wrong-user",
  });
  expect((await knownStats(store, key)).known?.figures).toEqual(figures);
});

test("a device stores a bounded number of views: the ones asked for longest ago make room", async () => {
  const store = openTestStore();
  await store.lastKnown.put({ key: "figures", value: "of the dashboard", at: 1 });
  const keys = Array.from({ length: STORED_VIEWS_MAX + 5 }, (_, nth) =>
    statsKey(asked({ filter: { by: "referrer", value: `${nth}.example` } })),
  );
  for (const key of keys.slice(0, STORED_VIEWS_MAX)) await storeStats(store, key, figures);
  await storeStats(store, keys[0] ?? "", figures);
  for (const key of keys.slice(STORED_VIEWS_MAX)) await storeStats(store, key, figures);
  const stored = (await store.lastKnown.toCollection().primaryKeys()).filter((key) => keys.includes(key));
  expect(stored).toHaveLength(STORED_VIEWS_MAX);
  expect(stored).toContain(keys[0]);
  expect(stored).not.toContain(keys[1]);
  expect(await store.lastKnown.get("figures")).toBeDefined();
});

test("after a reset the item's other views are removed, and no other item's", async () => {
  const store = openTestStore();
  const [shown, other, page] = [asked({ itemId: ITEM }), asked({ ...seven, itemId: ITEM }), asked()];
  for (const view of [shown, other, page]) await storeStats(store, statsKey(view), figures);
  await forgetStatsOfItem(store, ITEM, statsKey(shown));
  const has = async (view: StatsAsked) => (await knownStats(store, statsKey(view))).known !== null;
  expect(await Promise.all([shown, other, page].map(has))).toEqual([true, false, true]);
});

test("figures of another build's shape are ignored", async () => {
  const store = openTestStore();
  const key = statsKey(asked());
  await store.lastKnown.put({ key, value: { ...figures, series: "none" }, at: 1 });
  expect((await knownStats(store, key)).known).toBeNull();
});
