import { shelfRow } from "@shelv/contract/testing/rows";
import "#local-store/testing/dexie-in-memory";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { pauseLiveQueries } from "./pause-live-queries";
import type { LocalStore } from "#local-store/local-store";
import { type SyncMeta, VIEW_SCHEMA } from "#local-store/schema";
import { observeQuery } from "./live-query";

const SYNCED: SyncMeta = {
  key: "sync",
  clientId: "c1",
  epoch: "e1",
  cursor: 1,
  lastMid: 0,
  rebasedMid: 0,
  revision: 0,
  viewSchema: VIEW_SCHEMA,
  blocked: null,
  wants: [],
  lastSyncAt: 1,
};

async function openSyncedStore() {
  const store = openTestStore();
  await store.meta.add(SYNCED);
  return store;
}

test("a live query keeps its last value while the connection is lost, and continues when the store is open again", async () => {
  const store = await openSyncedStore();
  const seen: number[] = [];
  const errors: unknown[] = [];
  let isLost = false;
  const query = async ({ shelves }: LocalStore) => {
    const count = await shelves.count();
    if (isLost) throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
    return count;
  };
  onTestFinished(
    observeQuery(store, query, { next: (count) => seen.push(count), error: (error) => errors.push(error) }),
  );
  await vi.waitFor(() => expect(seen).toEqual([0]));
  isLost = true;
  const reopened = new Promise<void>((resolve) => {
    store.onReopened(() => {
      isLost = false;
      resolve();
    });
  });
  const row = shelfRow({ id: "s1" });
  await store.shelves.add(row);
  await reopened;
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
  await store.shelves.add({ ...row, id: "s2" });
  await vi.waitFor(() => expect(seen.at(-1)).toBe(2));
  expect(errors).toEqual([]);
});

test("a live query continues after a store that could not be opened at once", async () => {
  const store = await openSyncedStore();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const lost = new DOMException("Connection to Indexed Database server lost", "UnknownError");
  const read = vi.fn<(store: LocalStore) => Promise<number>>(({ shelves }) => shelves.count());
  const seen: number[] = [];
  onTestFinished(
    observeQuery(store, async (from) => (await from.shelves.count(), read(from)), {
      next: (count) => void seen.push(count),
      error: (error) => expect.unreachable(String(error)),
    }),
  );
  await vi.waitFor(() => expect(seen).toEqual([0]));
  read.mockRejectedValueOnce(lost);
  const reopen = vi.spyOn(store, "reopen").mockRejectedValueOnce(lost);
  await store.shelves.add(shelfRow({ id: "s1" }));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(500);
    expect(seen.at(-1)).toBe(1);
  });
  expect(reopen).toHaveBeenCalledTimes(2);
});

async function observeDamaged() {
  const store = await openSyncedStore();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let reopened = 0;
  let isDamaged = true;
  store.onReopened(() => (reopened += 1));
  const read = async ({ shelves }: LocalStore) => {
    const count = await shelves.count();
    if (isDamaged) throw new DOMException("The file could not be read", "NotReadableError");
    return count;
  };
  const seen: number[] = [];
  const handlers = {
    next: (count: number) => void seen.push(count),
    error: (error: unknown) => expect.unreachable(String(error)),
  };
  onTestFinished(observeQuery(store, read, handlers));
  onTestFinished(observeQuery(store, ({ items }) => items.count(), { ...handlers, next: () => undefined }));
  const pass = async (seconds: number) => {
    const before = reopened;
    for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(100);
    }
    return reopened - before;
  };
  return { store, seen, pass, mend: () => (isDamaged = false), damage: () => (isDamaged = true) };
}

test("a query that keeps failing opens the store again with growing pauses", async () => {
  const { pass } = await observeDamaged();
  const [first, second, third] = [await pass(10), await pass(10), await pass(60)];
  expect(first).toBeLessThanOrEqual(4);
  expect(first).toBeGreaterThanOrEqual(3);
  expect([second <= 1, third]).toEqual([true, 2]);
});

test("after a success, the next failure opens the store again at once", async () => {
  const { store, seen, pass, mend, damage } = await observeDamaged();
  await pass(10);
  mend();
  await pass(10);
  expect(seen).toEqual([0]);
  damage();
  await store.shelves.add({
    id: "s1",
    name: "Books",
    description: "",
    emoji: "",
    position: "a0",
    createdAt: "2026",
  });
  expect(await pass(0.5)).toBe(1);
});

async function emptyUnderTheApp(store: LocalStore) {
  await store.transaction("rw", store.tables, () => Promise.all(store.tables.map((table) => table.clear())));
  await store.reopen();
}

async function observeEmptied() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openSyncedStore();
  const row = shelfRow({ id: "s1" });
  await store.shelves.add(row);
  const seen: number[] = [];
  onTestFinished(
    observeQuery(store, ({ shelves }) => shelves.count(), {
      next: (count) => void seen.push(count),
      error: (error) => expect.unreachable(String(error)),
    }),
  );
  const pass = async (ms: number) => {
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(ms);
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await pass(0);
  const resume = pauseLiveQueries(store);
  await emptyUnderTheApp(store);
  resume({ afterFrame: false });
  await pass(0);
  return { store, row, seen, pass };
}

test("the last value stays while a pull fills a store that the browser emptied", async () => {
  const { store, row, seen, pass } = await observeEmptied();
  await pass(5000);
  expect(seen).toEqual([1]);
  await store.transaction("rw", store.shelves, store.meta, async () => {
    await store.shelves.bulkAdd([row, { ...row, id: "s2" }]);
    await store.meta.add(SYNCED);
  });
  await pass(0);
  expect(seen).toEqual([1, 2]);
  await store.shelves.delete("s2");
  await pass(0);
  expect(seen).toEqual([1, 2, 1]);
});

test("an emptied store that is not filled in time is shown as empty", async () => {
  const { seen, pass } = await observeEmptied();
  await pass(11_000);
  expect(seen).toEqual([1, 0]);
});

test("a bug in a query is reported as an error", async () => {
  const store = openTestStore();
  const errors: unknown[] = [];
  const bug = new TypeError("x is undefined");
  onTestFinished(
    observeQuery(store, () => Promise.reject(bug), {
      next: () => undefined,
      error: (error) => errors.push(error),
    }),
  );
  await vi.waitFor(() => expect(errors).toEqual([bug]));
});

test("a paused query runs when the last pause ends, and stays live", async () => {
  const store = openTestStore();
  const seen: number[] = [];
  let asked = 0;
  const query = ({ shelves }: LocalStore) => {
    asked += 1;
    return shelves.count();
  };
  onTestFinished(
    observeQuery(store, query, {
      next: (count) => seen.push(count),
      error: (error) => expect.unreachable(String(error)),
    }),
  );
  await vi.waitFor(() => expect(seen).toEqual([0]));

  asked = 0;
  const [resume, resumeOther] = [pauseLiveQueries(store), pauseLiveQueries(store)];
  const row = shelfRow({ id: "s1" });
  await store.shelves.add(row);
  resume({ afterFrame: false });
  resume({ afterFrame: false });
  const elsewhere: number[] = [];
  onTestFinished(
    observeQuery(openTestStore({ userId: "grace" }), ({ shelves }) => shelves.count(), {
      next: (count) => elsewhere.push(count),
      error: () => undefined,
    }),
  );
  await vi.waitFor(() => expect(elsewhere).toEqual([0]));
  expect([asked, seen]).toEqual([0, [0]]);

  resumeOther({ afterFrame: false });
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
  await store.shelves.add({ ...row, id: "s2" });
  await vi.waitFor(() => expect(seen.at(-1)).toBe(2));
});
