import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { activityText } from "#words/dashboard";
import { type Figures, isStale, knownFigures, STALE_AFTER_MS } from "./figures";

const NOW = 1_800_000_000_000;

test.each([
  [null, true],
  [{ at: NOW }, false],
  [{ at: NOW - STALE_AFTER_MS + 1 }, false],
  [{ at: NOW - STALE_AFTER_MS }, true],
  [{ at: NOW + 1 }, true],
])("what is known as %j is stale: %j", (known, stale) => {
  expect(isStale(known, NOW)).toBe(stale);
});

const none: Figures = {
  summary: { views: { total: 0, change: "0%" }, clicks: { total: 0, change: "0%" }, ctr: { total: "0%", change: "0%" } },
  shelves: {}, popularItems: [], activities: [], series: [{ date: "2026-03-01", views: 3, clicks: 1 }],
};

test("what was told last is known with its time, and what another build kept is not", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  expect(await knownFigures(store)).toBeNull();
  await store.lastKnown.put({ key: "figures", value: none, at: NOW });
  expect(await knownFigures(store)).toEqual({ ...none, at: NOW });
  await store.lastKnown.put({ key: "figures", value: { ...none, series: "none" }, at: NOW });
  expect(await knownFigures(store)).toBeNull();
});

test("an activity that only a newer server knows stands among the others", async () => {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const entry = { id: "0199b2c4-0000-7000-8000-000000000001", itemTitle: null, shelfName: null, location: null, timestamp: "2026-03-01T00:00:00.000Z" };
  const activities = [{ ...entry, type: "share" }, { ...entry, type: "view" }];
  await store.lastKnown.put({ key: "figures", value: { ...none, activities }, at: NOW });
  expect((await knownFigures(store))?.activities.map(activityText)).toEqual(["Unknown activity", "Someone viewed your profile"]);
});
