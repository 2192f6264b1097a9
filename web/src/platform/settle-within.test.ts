import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settleWithin } from "./settle-within";

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
