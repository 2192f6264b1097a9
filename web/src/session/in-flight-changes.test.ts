import { expect, onTestFinished, test, vi } from "vitest";
import { InFlightChanges } from "./in-flight-changes";

test("there is no mark while a change is made, and a new one after it, even if it failed", async () => {
  const inFlight = new InFlightChanges();
  const seen: (number | null)[] = [];
  inFlight.subscribe(() => seen.push(inFlight.mark()));
  const first = inFlight.mark();
  expect(await inFlight.during(() => Promise.resolve("made"))).toBe("made");
  const second = inFlight.mark();
  await expect(inFlight.during(() => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  expect(seen).toEqual([null, second, null, inFlight.mark()]);
  expect(new Set([first, second, inFlight.mark(), null]).size).toBe(4);
});

test("while others are shown as waiting, only a slow change is reported before it is made", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const inFlight = new InFlightChanges();
  const seen: (number | null)[] = [];
  inFlight.subscribe(() => seen.push(inFlight.mark()));
  inFlight.shows(3);
  let end = () => {};
  const long = inFlight.during(() => new Promise<void>((resolve) => (end = resolve)));
  expect([inFlight.mark(), seen]).toEqual([null, []]);
  await vi.advanceTimersByTimeAsync(200);
  expect(seen).toEqual([null]);
  end();
  await long;
  expect(seen).toEqual([null, 1]);
  await inFlight.during(() => Promise.resolve());
  expect(seen).toEqual([null, 1, 2]);
});

test("there is no mark until both of two changes are made", async () => {
  const inFlight = new InFlightChanges();
  let end = () => {};
  const long = inFlight.during(() => new Promise<void>((resolve) => (end = resolve)));
  await inFlight.during(() => Promise.resolve());
  expect(inFlight.mark()).toBeNull();
  end();
  await long;
  expect(inFlight.mark()).toBe(2);
});
