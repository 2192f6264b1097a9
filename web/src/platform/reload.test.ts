import { beforeEach, expect, test, vi } from "vitest";
import { holdingReload, holdReloadWhile, reloadWhenIdle } from "./reload";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("with no typed text and no running work the page reloads at once, and again only if it is still open after 30 s", () => {
  const reload = vi.fn<() => void>();
  reloadWhenIdle(reload);
  vi.advanceTimersByTime(29_000);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a reload waits for a running push, and a failed push does not block it", async () => {
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

test("a reload waits as long as a registered module prevents it, for example because of typed text", () => {
  let isHolding = true;
  holdReloadWhile(() => isHolding);
  const reload = vi.fn<() => void>();
  reloadWhenIdle(reload);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  isHolding = false;
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledTimes(1);
});
