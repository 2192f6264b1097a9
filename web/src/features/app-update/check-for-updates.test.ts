import { beforeEach, expect, test, vi } from "vitest";
import { checkForUpdates } from "./check-for-updates";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const MINUTE_MS = 60_000;

function watched() {
  const page = new EventTarget();
  const ask = vi.fn<() => Promise<unknown>>(() => Promise.reject(new TypeError("offline")));
  return { page, ask, stop: checkForUpdates(ask, page) };
}

test("an open app checks each hour, also after a time offline", () => {
  const { ask } = watched();
  vi.advanceTimersByTime(59 * MINUTE_MS);
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(121 * MINUTE_MS);
  expect(ask).toHaveBeenCalledTimes(3);
});

test.each(["focus", "visibilitychange"])(
  "%s asks, but not twice within a minute, nor right after the start",
  (moment) => {
    const { page, ask } = watched();
    page.dispatchEvent(new Event(moment));
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * MINUTE_MS);
    page.dispatchEvent(new Event(moment));
    page.dispatchEvent(new Event(moment));
    expect(ask).toHaveBeenCalledTimes(1);
  },
);

test("after a stop there are no more checks", () => {
  const { page, ask, stop } = watched();
  stop();
  vi.advanceTimersByTime(180 * MINUTE_MS);
  page.dispatchEvent(new Event("focus"));
  expect(ask).not.toHaveBeenCalled();
});
