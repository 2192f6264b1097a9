import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { expect, test } from "vitest";
import type { LocalStore } from "#local-store/local-store";
import { highestMid } from "#local-store/queries";
import type { ItemRow } from "@shelv/contract/rows/item";
import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { moveToTrash } from "#local-store/trash";
import { openTestStore } from "#local-store/testing/open-test-store";
import { pruneStore } from "./prune-store";

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = 100 * DAY_MS;
const rightAt = (nowMs: number) => ({ nowMs, serverMs: nowMs });

async function storeWith(
  mids: number[],
  { lastMid, at }: { lastMid: number; at: (mid: number) => number },
): Promise<LocalStore> {
  const store = openTestStore();
  await writeMeta(store, { ...(await readMeta(store)), lastMid, rebasedMid: mids.at(-1) ?? 0 });
  await store.outbox.bulkAdd(
    mids.map((mid) => ({
      mid,
      opId: String(mid),
      name: "shelf.move",
      v: 1,
      args: {},
      pictures: [`of ${mid}`],
      rows: [],
      at: at(mid),
    })),
  );
  return store;
}
const days = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const midsOf = (store: LocalStore) => store.outbox.toCollection().primaryKeys();
const picture = (sha256: string, at = 0) => ({
  sha256,
  type: "image/png",
  bytes: new ArrayBuffer(1),
  at,
});

const YEARS_MS = 3 * 365 * DAY_MS;
test.each<{ clock: string; wrongMs: (day: number) => number }>([
  { clock: "right", wrongMs: () => 0 },
  { clock: "years ahead", wrongMs: () => YEARS_MS },
  { clock: "years behind", wrongMs: () => -YEARS_MS },
  { clock: "years ahead and then corrected", wrongMs: (day) => (day < 8 ? YEARS_MS : 0) },
  { clock: "years behind and then corrected", wrongMs: (day) => (day < 8 ? -YEARS_MS : 0) },
  { clock: "corrected twice", wrongMs: (day) => (day < 8 ? YEARS_MS : day < 12 ? -YEARS_MS : 0) },
])(
  "a device whose clock is $clock prunes changes and deletions by the server's days",
  async ({ wrongMs }) => {
    const store = await storeWith([1, 2], { lastMid: 2, at: () => NOW_MS + wrongMs(0) });
    const shelf = shelfRow({ id: "s", name: "" });
    await store.trash.add({ table: "shelves", id: "s", row: shelf, deletion: "d", at: NOW_MS + wrongMs(0) });
    const left: Record<number, [number, number]> = {};
    for (let day = 0; day <= 33; day += 1) {
      const serverMs = NOW_MS + day * DAY_MS;
      await pruneStore(store, { nowMs: serverMs + wrongMs(day), serverMs });
      left[day] = [await store.outbox.count(), await store.trash.count()];
    }
    expect([left[14], left[15], left[30], left[31]]).toEqual([
      [2, 1],
      [0, 1],
      [0, 1],
      [0, 0],
    ]);
  },
);

test("a server's clock that was a year ahead for a day prunes nothing, and ages go on once it is right", async () => {
  const store = await storeWith([1], { lastMid: 1, at: () => 0 });
  await store.trash.add({
    table: "shelves",
    id: "s",
    row: shelfRow({ id: "s", name: "" }),
    deletion: "d",
    at: 0,
  });
  for (const day of [0, 365, 365.5, ...days(1, 14)])
    await pruneStore(store, { nowMs: NOW_MS, serverMs: NOW_MS + day * DAY_MS });
  expect([await store.outbox.count(), await store.trash.count()]).toEqual([1, 1]);
  for (const day of days(15, 31)) await pruneStore(store, { nowMs: NOW_MS, serverMs: NOW_MS + day * DAY_MS });
  expect([await store.outbox.count(), await store.trash.count()]).toEqual([0, 0]);
});

test("a server's clock that is corrected in several steps makes nothing old", async () => {
  const store = await storeWith([1], { lastMid: 1, at: () => 0 });
  const shelf = shelfRow({ id: "s", name: "" });
  await store.trash.add({ table: "shelves", id: "s", row: shelf, deletion: "d", at: 0 });
  for (const day of [-485, -85, -20, 0, 0.5])
    await pruneStore(store, { nowMs: NOW_MS, serverMs: NOW_MS + day * DAY_MS });
  expect([await store.outbox.count(), await store.trash.count()]).toEqual([1, 1]);
});

test("on a device that is opened once a week, nothing is younger than its retention when it is pruned", async () => {
  const store = await storeWith([1], { lastMid: 1, at: () => 0 });
  const shelf = shelfRow({ id: "s", name: "" });
  await store.trash.add({ table: "shelves", id: "s", row: shelf, deletion: "d", at: 0 });
  const left: [number, number][] = [];
  for (let week = 0; week <= 11; week += 1) {
    await pruneStore(store, rightAt(NOW_MS + week * 7 * DAY_MS));
    left.push([await store.outbox.count(), await store.trash.count()]);
  }
  expect([left[2], left[5], left[10], left[11]]).toEqual([
    [1, 1],
    [0, 1],
    [0, 1],
    [0, 0],
  ]);
});

test("while the server's clock stands still, nothing is pruned, however often the device tries", async () => {
  const store = await storeWith([1, 2], { lastMid: 2, at: () => 0 });
  await store.pictures.add(picture("only here"));
  const shelf = shelfRow({ id: "s", name: "" });
  await store.trash.add({ table: "shelves", id: "s", row: shelf, deletion: "d", at: 0 });
  for (const days of [400, 415, 430, 445])
    await pruneStore(store, { nowMs: NOW_MS + days * DAY_MS, serverMs: NOW_MS });
  expect(await midsOf(store)).toEqual([1, 2]);
  expect(await store.pictures.count()).toBe(1);
  expect(await store.trash.count()).toBe(1);
});

test("a sync while both clocks are weeks ahead prunes nothing, nor does the next one with the right time", async () => {
  const store = await storeWith([1, 2], { lastMid: 2, at: () => 0 });
  for (const days of [0, 400, 0.01, 1, 2]) await pruneStore(store, rightAt(NOW_MS + days * DAY_MS));
  expect(await midsOf(store)).toEqual([1, 2]);
});

test("pending changes are never pruned; others two weeks after they were acknowledged, whenever they were made", async () => {
  const store = await storeWith([1, 2, 3, 4], { lastMid: 2, at: () => 0 });
  const after = async (days: number) => {
    await pruneStore(store, rightAt(NOW_MS + days * DAY_MS));
    return midsOf(store);
  };
  expect(await after(0)).toEqual([1, 2, 3, 4]);
  await store.meta.update("sync", { lastMid: 3 });
  for (const day of days(1, 14)) expect(await after(day)).toEqual([1, 2, 3, 4]);
  expect(await after(15)).toEqual([3, 4]);
  expect(await after(16)).toEqual([4]);
  for (let day = 17; day < 60; day += 0.5) await after(day);
  expect((await readMeta(store)).acknowledged?.length).toBe(32);
});

test("after all changes are pruned, the next one still gets a new number", async () => {
  const store = await storeWith([1, 2, 3], { lastMid: 3, at: () => 0 });
  for (const day of days(0, 15)) await pruneStore(store, rightAt(NOW_MS + day * DAY_MS));
  expect([await midsOf(store), await highestMid(store)]).toEqual([[], 3]);
  await store.outbox.add({
    opId: "new",
    name: "shelf.move",
    v: 1,
    args: {},
    pictures: [],
    rows: [],
    at: NOW_MS,
  });
  expect(await midsOf(store)).toEqual([4]);
});

test("an acknowledged change is not pruned before its rows are pulled: it has their before-images", async () => {
  const store = await storeWith([1, 2, 3], { lastMid: 3, at: () => 0 });
  await writeMeta(store, { ...(await readMeta(store)), rebasedMid: 1, acknowledged: [{ mid: 3, at: 0 }] });
  for (const day of days(0, 15)) await pruneStore(store, rightAt(NOW_MS + day * DAY_MS));
  expect(await midsOf(store)).toEqual([2, 3]);
});

test("of acknowledged changes the last five thousand stay stored", async () => {
  const store = await storeWith([1, 2, 3, 4, 5004], { lastMid: 5003, at: () => NOW_MS });
  await pruneStore(store, rightAt(NOW_MS));
  expect(await midsOf(store)).toEqual([4, 5004]);
});

test("a picture is pruned once nothing names it: no change, tray entry, item (also a deleted one) or profile", async () => {
  const store = await storeWith([1, 2], { lastMid: 1, at: () => 0 });
  await store.pictures.bulkAdd([
    picture("of 1"),
    picture("of 2"),
    picture("tray"),
    picture("item"),
    picture("cutout"),
    picture("thrown"),
    picture("profile"),
    picture("nobody's"),
    picture("young", NOW_MS + 10 * DAY_MS),
  ]);
  await store.rejected.add({
    opId: "x",
    name: "item.create",
    v: 1,
    args: {},
    pictures: ["tray"],
    rows: [],
    at: 0,
    code: "invalid",
    message: "",
    rejectedAt: 0,
  });
  await store.items.add(itemRow({ id: "i", shelfId: "s", picture: "item", cutout: "cutout" }));
  await moveToTrash(
    store,
    "items",
    { ...((await store.items.get("i")) as ItemRow), id: "j", picture: "thrown" },
    "d",
  );
  await store.singles.add({ ...FIRST_SINGLES.profile, picture: "profile" });
  await writeMeta(store, { ...(await readMeta(store)), acknowledged: [{ mid: 1, at: 0 }] });
  for (const day of days(0, 15)) await pruneStore(store, rightAt(NOW_MS + day * DAY_MS));
  expect(await store.pictures.toCollection().primaryKeys()).toEqual([
    "cutout",
    "item",
    "of 2",
    "profile",
    "thrown",
    "tray",
    "young",
  ]);
});
