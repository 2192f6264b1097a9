import "#local-store/testing/dexie-in-memory";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { handleOf, openTestStore } from "#local-store/testing/open-test-store";
import { CachedQuery, cachedQuery, prefetchQuery } from "./query-cache";
import type { LocalStore } from "#local-store/local-store";

const shelf = (id: string) => ({
  id,
  name: id,
  description: "",
  emoji: "",
  position: "a0",
  createdAt: "2026",
});
const firstIds = async ({ shelves }: LocalStore, maxRows: number) =>
  (await shelves.limit(maxRows).toArray()).map(({ id }) => id);

const openOwnStore = () => openTestStore({ userId: crypto.randomUUID() });

const untilResult = (store: LocalStore, maxRows: number, ids: string[]) =>
  vi.waitFor(() => expect(cachedQuery(handleOf(store), firstIds, [maxRows]).result).toEqual({ value: ids }));

test("one query with the same arguments has one cached result, which follows the store; other arguments have another", async () => {
  const store = openOwnStore();
  const cached = cachedQuery(handleOf(store), firstIds, [1]);
  expect(cachedQuery(handleOf(store), firstIds, [1])).toBe(cached);
  for (const maxRows of [1, 9])
    onTestFinished(cachedQuery(handleOf(store), firstIds, [maxRows]).subscribe(() => undefined));
  await untilResult(store, 1, []);
  await store.shelves.bulkAdd([shelf("books"), shelf("mugs")]);
  await untilResult(store, 1, ["books"]);
  await untilResult(store, 9, ["books", "mugs"]);
});

test("an equal result calls no listener, and leaves the objects that are shown", async () => {
  const store = openOwnStore();
  const rows = async ({ shelves }: LocalStore) =>
    new Map((await shelves.toArray()).map((row) => [row.id, row]));
  await store.shelves.bulkAdd([shelf("books"), shelf("mugs")]);
  const cached = cachedQuery(handleOf(store), rows, []);
  const listener = vi.fn<() => void>();
  onTestFinished(cached.subscribe(listener));
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  const before = cached.result;
  cached.publish({
    value: new Map([
      ["books", shelf("books")],
      ["mugs", shelf("mugs")],
    ]),
  });
  expect(cached.result).toBe(before);
  await store.shelves.put({ ...shelf("mugs"), name: "Cups" });
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  expect(cached.result).toEqual({
    value: new Map([
      ["books", shelf("books")],
      ["mugs", { ...shelf("mugs"), name: "Cups" }],
    ]),
  });
});

test("a prefetched result is there for the next screen and stays up to date until then", async () => {
  const store = openOwnStore();
  await prefetchQuery(handleOf(store), firstIds, 9);
  expect(cachedQuery(handleOf(store), firstIds, [9]).result).toEqual({ value: [] });
  await store.shelves.add(shelf("books"));
  await untilResult(store, 9, ["books"]);
});

test("a bug in a query becomes an error result", async () => {
  const bug = new TypeError("x is undefined");
  const cached = cachedQuery(handleOf(openOwnStore()), () => Promise.reject(bug), []);
  onTestFinished(cached.subscribe(() => undefined));
  await vi.waitFor(() => expect(cached.result).toEqual({ error: bug }));
});

describe("how long a result is cached", () => {
  afterEach(() => void vi.useRealTimers());

  function queryWithClock() {
    vi.useFakeTimers();
    const stop = vi.fn<() => void>();
    const start = vi.fn<() => () => void>(() => stop);
    const remove = vi.fn<(answer: CachedQuery<string>) => void>();
    return { cached: new CachedQuery<string>(start, remove), start, stop, remove };
  }

  test("while it has a listener, with one live query for all, and one second longer", () => {
    const { cached, start, stop, remove } = queryWithClock();
    const leave = [cached.subscribe(() => undefined), cached.subscribe(() => undefined)];
    vi.advanceTimersByTime(60_000);
    leave[0]?.();
    vi.advanceTimersByTime(60_000);
    leave[1]?.();
    vi.advanceTimersByTime(999);
    expect(stop).not.toHaveBeenCalled();
    leave[0] = cached.subscribe(() => undefined);
    vi.advanceTimersByTime(60_000);
    expect(start).toHaveBeenCalledOnce();
    leave[0]();
    vi.advanceTimersByTime(1000);
    expect(stop).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledWith(cached);
  });

  test("ten seconds if it was prefetched", () => {
    const { cached, stop } = queryWithClock();
    cached.prefetch();
    vi.advanceTimersByTime(9_999);
    expect(stop).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(stop).toHaveBeenCalledOnce();
  });
});
