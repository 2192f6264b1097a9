import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { CachedQuery, cachedQuery, prefetchQuery } from "./query-cache";
import type { LocalStore } from "./local-store";

// Live queries do nothing where Dexie believes that there is no IndexedDB at all.
Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });

const shelf = (id: string) => ({
  id,
  name: id,
  description: "",
  emoji: "",
  position: "a0",
  createdAt: "2026",
});
const firstIds = async ({ shelves }: LocalStore, settleWithin: number) =>
  (await shelves.limit(settleWithin).toArray()).map(({ id }) => id);

/** Each test has an account of its own: live queries of one account hear of each other. */
const openOwnStore = () => openTestStore({ userId: crypto.randomUUID() });

const untilAnswered = (store: LocalStore, settleWithin: number, ids: string[]) =>
  vi.waitFor(() => expect(cachedQuery(store, firstIds, [settleWithin]).result).toEqual({ value: ids }));

test("the same question has one answer, which follows the store; another argument is another question", async () => {
  const store = openOwnStore();
  const answer = cachedQuery(store, firstIds, [1]);
  expect(cachedQuery(store, firstIds, [1])).toBe(answer);
  for (const settleWithin of [1, 9])
    onTestFinished(cachedQuery(store, firstIds, [settleWithin]).subscribe(() => undefined));
  await untilAnswered(store, 1, []);
  await store.shelves.bulkAdd([shelf("books"), shelf("mugs")]);
  await untilAnswered(store, 1, ["books"]);
  await untilAnswered(store, 9, ["books", "mugs"]);
});

test("an answer that says the same wakes nobody, and of one that says something else the old rows stay what they were", async () => {
  const store = openOwnStore();
  const rows = async ({ shelves }: LocalStore) => shelves.toArray();
  await store.shelves.bulkAdd([shelf("books"), shelf("mugs")]);
  const answer = cachedQuery(store, rows, []);
  const told = vi.fn<() => void>();
  onTestFinished(answer.subscribe(told));
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  const before = answer.result;
  await store.shelves.put(shelf("books"));
  await store.shelves.put({ ...shelf("mugs"), name: "Cups" });
  await vi.waitFor(() =>
    expect(answer.result).toEqual({ value: [shelf("books"), { ...shelf("mugs"), name: "Cups" }] }),
  );
  expect(told).toHaveBeenCalledTimes(2);
  expect((answer.result as { value: object[] }).value[0]).toBe(
    (before as unknown as { value: object[] }).value[0],
  );
});

test("what is asked ahead is there for the screen that comes, and kept up to date until then", async () => {
  const store = openOwnStore();
  await prefetchQuery(store, firstIds, 9);
  expect(cachedQuery(store, firstIds, [9]).result).toEqual({ value: [] });
  await store.shelves.add(shelf("books"));
  await untilAnswered(store, 9, ["books"]);
});

test("a bug in a query reaches whoever asks", async () => {
  const bug = new TypeError("x is undefined");
  const answer = cachedQuery(openOwnStore(), () => Promise.reject(bug), []);
  onTestFinished(answer.subscribe(() => undefined));
  await vi.waitFor(() => expect(answer.result).toEqual({ error: bug }));
});

describe("how long an answer is kept", () => {
  afterEach(() => void vi.useRealTimers());

  function answerWithClock() {
    vi.useFakeTimers();
    const stop = vi.fn<() => void>();
    const start = vi.fn<() => () => void>(() => stop);
    const forget = vi.fn<(answer: CachedQuery<string>) => void>();
    return { answer: new CachedQuery<string>(start, forget), start, stop, forget };
  }

  test("as long as anybody listens, with one live query for all; a second more for who comes next", () => {
    const { answer, start, stop, forget } = answerWithClock();
    const leave = [answer.subscribe(() => undefined), answer.subscribe(() => undefined)];
    vi.advanceTimersByTime(60_000);
    leave[0]?.();
    vi.advanceTimersByTime(60_000);
    leave[1]?.();
    vi.advanceTimersByTime(999);
    expect(stop).not.toHaveBeenCalled();
    leave[0] = answer.subscribe(() => undefined);
    vi.advanceTimersByTime(60_000);
    expect(start).toHaveBeenCalledOnce();
    leave[0]();
    vi.advanceTimersByTime(1000);
    expect(stop).toHaveBeenCalledOnce();
    expect(forget).toHaveBeenCalledWith(answer);
  });

  test("asked ahead, ten seconds for a slow phone to draw", () => {
    const { answer, stop } = answerWithClock();
    answer.prefetch();
    vi.advanceTimersByTime(9_999);
    expect(stop).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(stop).toHaveBeenCalledOnce();
  });
});
