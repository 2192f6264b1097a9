import { beforeEach, expect, test, vi } from "vitest";
import { holdingReload, reloadWhenIdle } from "./reload";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("with nothing typed and nothing running the page reloads at once, and again only where it is still there after half a minute", () => {
  const reload = vi.fn<() => void>();
  reloadWhenIdle(reload);
  vi.advanceTimersByTime(29_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a push that runs is not cut off, and one that fails holds nothing up", async () => {
  let fail: (error: Error) => void = () => undefined;
  const running = holdingReload(() => new Promise<never>((_, reject) => (fail = reject)));
  const reload = vi.fn<() => void>();
  reloadWhenIdle(reload);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  fail(new Error("the network is gone"));
  await expect(running).rejects.toThrow("gone");
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledTimes(1);
});
