import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import type { Table } from "dexie";
import "#local-store/testing/dexie-in-memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { handleOf, openTestStore } from "#local-store/testing/open-test-store";
import { prefetchQuery, cachedQuery } from "./live-query/query-cache";
import {
  FIRST_ITEMS,
  firstItems,
  hasCompletedSetup,
  itemIds,
  lastItemOfShelf,
  missingItems,
  shelfToShow,
} from "./queries";
import { readMeta, writeMeta } from "./sync-meta";
import { observeQuery } from "./live-query/live-query";

const shelf = (id: string, position: string) => shelfRow({ id, position });
const item = (id: string, shelfId: string, position: string) => itemRow({ id, shelfId, position });

async function storeOfTwoShelves() {
  const store = openTestStore({ userId: crypto.randomUUID() });
  await store.shelves.bulkAdd([shelf("lower", "b"), shelf("upper", "a")]);
  await store.items.bulkAdd([item("c", "lower", "a"), item("b", "upper", "b"), item("a", "upper", "a")]);
  return store;
}

test("a completed setup is never read as open, even if the first sync arrives between the reads", async () => {
  const store = await storeOfTwoShelves();
  expect(await hasCompletedSetup(store)).toBeNull();
  const arrive = () =>
    store.transaction("rw", store.meta, store.singles, async () => {
      await writeMeta(store, { ...(await readMeta(store)), lastSyncAt: 1 });
      await store.singles.put({ id: "onboarding", completed: true, goal: null });
    });
  let hasArrived: Promise<void> | undefined;
  for (const table of [store.meta, store.singles] as Pick<Table<unknown, string>, "get">[]) {
    const get = table.get.bind(table) as (key: string) => Promise<unknown>;
    vi.spyOn(table, "get").mockImplementationOnce((async (key: string) => {
      const read = await get(key);
      await (hasArrived ??= arrive());
      return read;
    }) as typeof table.get);
  }
  expect(await hasCompletedSetup(store)).toBe(true);
});

test("an account without a setup row has an open setup once the first sync is done", async () => {
  const store = await storeOfTwoShelves();
  await store.transaction("rw", store.meta, async () =>
    writeMeta(store, { ...(await readMeta(store)), lastSyncAt: 1 }),
  );
  expect(await hasCompletedSetup(store)).toBe(false);
});

test("the items of all shelves are in page order, those of one shelf in its order", async () => {
  const store = await storeOfTwoShelves();
  expect(await itemIds(store, undefined)).toEqual({ shelfId: undefined, ids: ["a", "b", "c"] });
  expect(await itemIds(store, "upper")).toEqual({ shelfId: "upper", ids: ["a", "b"] });
});

test("the last item is of that shelf; of two with one position it is the later one", async () => {
  const store = await storeOfTwoShelves();
  expect((await lastItemOfShelf(store, "upper")).map(({ id }) => id)).toEqual(["b"]);
  await store.items.bulkAdd([item("bb", "upper", "b"), item("z", "lower", "0")]);
  expect((await lastItemOfShelf(store, "upper")).map(({ id }) => id)).toEqual(["bb"]);
  expect(await lastItemOfShelf(store, "nowhere")).toEqual([]);
});

test("the shelf that is shown is the first with an item, else the first", async () => {
  const store = await storeOfTwoShelves();
  expect(await shelfToShow(store)).toBe("upper");
  await store.items.bulkDelete(["a", "b"]);
  expect(await shelfToShow(store)).toBe("lower");
  await store.items.clear();
  expect(await shelfToShow(store)).toBe("upper");
  await store.shelves.clear();
  expect(await shelfToShow(store)).toBeNull();
});

test("missing items are the ids without an item on this device", async () => {
  const store = await storeOfTwoShelves();
  expect(await missingItems(store, ["a", "gone", "c", "later"])).toEqual(["gone", "later"]);
  expect(await missingItems(store, [])).toEqual([]);
});

test("the first items are the start of that list, at most one window of them", async () => {
  const store = await storeOfTwoShelves();
  expect((await firstItems(store, undefined)).items.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  await store.items.bulkAdd(
    Array.from({ length: FIRST_ITEMS }, (_, at) => item(`u${at}`, "upper", `c${at}`)),
  );
  const first = (await firstItems(store, undefined)).items.map(({ id }) => id);
  expect(first).toEqual((await itemIds(store, undefined)).ids.slice(0, FIRST_ITEMS));
  expect(first).toHaveLength(FIRST_ITEMS);
});

test("both queries follow added, moved and deleted items on every shelf", async () => {
  const store = await storeOfTwoShelves();
  await Promise.all([
    prefetchQuery(handleOf(store), firstItems, undefined),
    prefetchQuery(handleOf(store), itemIds, undefined),
  ]);
  const untilListed = (ids: string[]) =>
    vi.waitFor(() => {
      const [first, all] = [
        cachedQuery(handleOf(store), firstItems, [undefined]).result,
        cachedQuery(handleOf(store), itemIds, [undefined]).result,
      ];
      expect(first && "value" in first && first.value.items.map(({ id }) => id)).toEqual(ids);
      expect(all && "value" in all && all.value.ids).toEqual(ids);
    });
  await store.items.add(item("d", "lower", "b"));
  await untilListed(["a", "b", "c", "d"]);
  await store.items.update("a", { position: "z" });
  await untilListed(["b", "a", "c", "d"]);
  await store.items.delete("b");
  await untilListed(["a", "c", "d"]);
  await store.shelves.add(shelf("top", "Z"));
  await store.items.add(item("e", "top", "a"));
  await untilListed(["e", "a", "c", "d"]);
});

test("a query of ids does not run again for an edited item, and does for a moved or deleted one", async () => {
  const store = await storeOfTwoShelves();
  let times = 0;
  const stop = observeQuery(store, async (of) => (times += 1) && itemIds(of, "upper"), {
    next: () => undefined,
    error: () => undefined,
  });
  onTestFinished(stop);
  let prices: (string | undefined)[] = [];
  onTestFinished(
    observeQuery(store, (of) => of.items.bulkGet(["a", "b"]), {
      next: (rows) => (prices = rows.map((row) => row?.price)),
      error: () => undefined,
    }),
  );
  await vi.waitFor(() => expect(times).toBe(1));
  const put = (...rows: ReturnType<typeof item>[]) =>
    store.transaction("rw", store.items, async () => {
      await store.items.bulkGet(rows.map(({ id }) => id));
      await store.items.bulkPut(rows);
    });
  await put({ ...item("a", "upper", "a"), title: "Another title" });
  await put({ ...item("a", "upper", "a"), price: "1" }, { ...item("b", "upper", "b"), price: "2" });
  await vi.waitFor(() => expect(prices).toEqual(["1", "2"]));
  expect(times).toBe(1);
  await put(item("a", "upper", "c"));
  await vi.waitFor(() => expect(times).toBe(2));
  await put(item("a", "lower", "c"));
  await vi.waitFor(() => expect(times).toBe(3));
  await put(item("new", "upper", "d"));
  await vi.waitFor(() => expect(times).toBe(4));
});
