import type { Figures, RangeFigures } from "@shelv/contract/analytics";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import { USER_HEADER } from "@shelv/contract/routes/route";
import { expect, onTestFinished, test, vi } from "vitest";
import { callAs } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { readMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import type { Owner } from "#session/owner-context.tsx";
import { activityText } from "#words/screens/dashboard";
import {
  chartStats,
  figuresAt,
  isStale,
  storeFigures,
  knownFigures,
  refreshFigures,
  STALE_AFTER_MS,
} from "./figures";
import { knownStats, statsKey } from "./stored-stats";

const NOW = 1_800_000_000_000;

test.each([
  [null, NOW, true],
  [{ at: NOW, cursor: 7 }, NOW, false],
  [{ at: NOW - STALE_AFTER_MS + 1, cursor: 7 }, NOW - STALE_AFTER_MS + 1, false],
  [{ at: NOW - STALE_AFTER_MS, cursor: 7 }, NOW - STALE_AFTER_MS, true],
  [{ at: NOW + 1, cursor: 7 }, NOW + 1, true],
  [{ at: NOW, cursor: 6 }, NOW, true],
  [{ at: NOW - 1, cursor: 7 }, NOW, true],
  [{ at: NOW, cursor: 7 }, undefined, true],
])("the stored figures %j with a chart of %j are stale: %j", (known, chartAt, stale) => {
  expect(isStale(known, NOW, 7, chartAt)).toBe(stale);
});

const none: Omit<Figures, "series"> = {
  summary: {
    views: { total: 0, change: "0%" },
    clicks: { total: 0, change: "0%" },
    ctr: { total: "0%", change: "0%" },
  },
  shelves: {},
  popularItems: [],
  activities: [],
};

const stored = { ...none, topOfDay: null, cursor: 1, isBlocked: false };

const counts = { views: 3, clicks: 1, visitors: 2 };
const top = { itemId: "0199b2c4-0000-7000-8000-000000000002", title: "Bud vase", clicks: 1, clicksBefore: 0 };
const chart: RangeFigures = {
  from: "2026-02-28",
  to: "2026-03-01",
  unit: "day",
  total: counts,
  before: null,
  series: [
    { date: "2026-02-28", views: 0, clicks: 0, visitors: 0 },
    { date: "2026-03-01", ...counts },
  ],
  seriesBefore: null,
  breakdowns: null,
  items: [],
  changes: null,
  resetAt: null,
};

test("the last figures are stored with their time, and another build's shape is ignored", async () => {
  const store = openTestStore();
  expect(await knownFigures(store)).toBeNull();
  await store.lastKnown.put({ key: "figures", value: stored, at: NOW });
  expect(await knownFigures(store)).toEqual({ ...stored, at: NOW });
  await store.lastKnown.put({ key: "figures", value: { ...stored, shelves: "none" }, at: NOW });
  expect(await knownFigures(store)).toBeNull();
});

const ownerOf = (store: LocalStore): Pick<Owner, "readStore" | "call"> => ({
  readStore: (read) => read(store),
  call: callAs("ada"),
});

const OF_DAY = `${analyticsRoutes.range.path}?from=${chart.to}&to=${chart.to}`;

function signedIn(userId: string, range = chart): void {
  const answers: Record<string, unknown> = {
    ...Object.fromEntries(
      Object.entries(none).map(([name, value]) => [analyticsRoutes[name as keyof typeof none].path, value]),
    ),
    [analyticsRoutes.range.path]: range,
    [OF_DAY]: { ...chart, items: [top] },
  };
  vi.stubGlobal("fetch", async (path: string, { headers }: RequestInit) => {
    const isTheirs = (new Headers(headers).get(USER_HEADER) ?? userId) === userId;
    return isTheirs
      ? Response.json(answers[path])
      : Response.json({ code: "wrong-user", message: "Another" }, { status: 409 });
  });
}

test("figures are stored while their owner is signed in, and nothing of another account's", async () => {
  const store = openTestStore();
  onTestFinished(() => void vi.unstubAllGlobals());
  const owner = ownerOf(store);
  signedIn("ada");
  await refreshFigures(owner, 7);
  const ofAda = await knownFigures(store);
  expect(ofAda).toMatchObject({ ...none, cursor: 7 });
  signedIn("bob");
  await expect(refreshFigures(owner, 8)).rejects.toMatchObject({ code: "wrong-user" });
  expect(await knownFigures(store)).toEqual(ofAda);
});

test("the stats' last 30 days are stored with the figures, of the same time, and the item opened most today", async () => {
  const store = openTestStore();
  onTestFinished(() => void vi.unstubAllGlobals());
  signedIn("ada");
  await refreshFigures(ownerOf(store), 7);
  const known = await knownFigures(store);
  expect(known?.topOfDay).toEqual({ itemId: top.itemId, title: top.title });
  expect(await figuresAt(store)).toBe(known?.at);
  expect((await chartStats(store)).known).toEqual({ figures: chart, at: known?.at });
  const last30Days = { range: { from: "", to: "" }, preset: 30, filter: null, itemId: undefined };
  expect((await knownStats(store, statsKey(last30Days))).known?.figures).toEqual(chart);
  signedIn("ada", { ...chart, series: [{ date: chart.to, ...counts, clicks: 0 }] });
  await refreshFigures(ownerOf(store), 7);
  expect((await knownFigures(store))?.topOfDay).toBeNull();
});

test("figures that a content blocker stops come through the other call, and are marked", async () => {
  const store = openTestStore();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("analytics")) throw new TypeError("Failed to fetch");
    if (path === analyticsRoutes.overview.path) return Response.json({ ...none, series: [] });
    return Response.json(path === OF_DAY ? { ...chart, items: [top] } : chart);
  });
  await refreshFigures(ownerOf(store), 7);
  expect(await knownFigures(store)).toMatchObject({ ...none, isBlocked: true });
  signedIn("ada");
  await refreshFigures(ownerOf(store), 7);
  expect(await knownFigures(store)).toMatchObject({ isBlocked: false });
});

test("an activity that only a newer server knows is shown with the others", async () => {
  const store = openTestStore();
  const entry = {
    id: "0199b2c4-0000-7000-8000-000000000001",
    itemTitle: null,
    shelfName: null,
    location: null,
    timestamp: "2026-03-01T00:00:00.000Z",
  };
  const activities = [
    { ...entry, type: "share" },
    { ...entry, type: "view" },
  ];
  await store.lastKnown.put({ key: "figures", value: { ...stored, activities }, at: NOW });
  expect((await knownFigures(store))?.activities.map(activityText)).toEqual([
    "Unknown activity",
    "Someone viewed your profile",
  ]);
});

test.each([
  {
    here: 8,
    known: 8,
    late: 7,
    isKept: false,
    why: "an answer from before the last change does not take the place of one from after it",
  },
  { here: 8, known: 8, late: 8, isKept: true, why: "of two that know as much the later is kept" },
  { here: 8, known: 7, late: 6, isKept: true, why: "of two that are both old the later is kept" },
  {
    here: 2,
    known: 8,
    late: 2,
    isKept: true,
    why: "a server that was restored counts again from its backup",
  },
])("$why", async ({ here, known, late, isKept }) => {
  const store = openTestStore();
  await store.transaction("rw", store.meta, async () =>
    store.meta.put({ ...(await readMeta(store)), cursor: here }),
  );
  const [first, later] = [
    { ...stored, cursor: known },
    { ...stored, isBlocked: true, cursor: late },
  ];
  await storeFigures(store, first, chart);
  await storeFigures(store, later, { ...chart, items: [top] });
  expect(await knownFigures(store)).toMatchObject(isKept ? later : first);
  expect((await chartStats(store)).known?.figures.items).toEqual(isKept ? [top] : []);
});
