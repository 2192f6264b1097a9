import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queueIdleTask, settleWithin } from "./wait";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["is there", () => Promise.resolve()],
  ["has failed", () => Promise.reject(new Error("gone"))],
])("it waits no longer once the promise %s", async (_, awaited) => {
  await settleWithin(1000, awaited());
  expect(vi.getTimerCount()).toBe(0);
});

test("a promise that never settles is waited for no longer than the limit", async () => {
  const ended = vi.fn<() => void>();
  void settleWithin(1000, new Promise(() => undefined)).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test("each task begins when the one before it has settled, also by an error", async () => {
  const turn = () => vi.advanceTimersByTimeAsync(1000);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string, end: (resolve: () => void, reject: () => void) => () => void) =>
    queueIdleTask(
      () =>
        new Promise<void>((resolve, reject) => {
          begun.push(name);
          ends.push(end(resolve, reject));
        }),
    );
  task("one", (_, reject) => reject);
  task("two", (resolve) => resolve);
  task("three", (resolve) => resolve);
  await turn();
  expect(begun).toEqual(["one"]);
  ends[0]?.();
  await turn();
  expect(begun).toEqual(["one", "two"]);
  ends[1]?.();
  await turn();
  expect(begun).toEqual(["one", "two", "three"]);
});
