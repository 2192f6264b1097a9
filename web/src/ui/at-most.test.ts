import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atMost } from "./at-most";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["is there", () => Promise.resolve()],
  ["has failed", () => Promise.reject(new Error("gone"))],
])("nothing is waited for once it %s", async (_, awaited) => {
  await atMost(1000, awaited());
  expect(vi.getTimerCount()).toBe(0);
});

test("what never comes is waited for no longer than that", async () => {
  const ended = vi.fn<() => void>();
  void atMost(1000, new Promise(() => undefined)).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});
