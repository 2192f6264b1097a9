import { expect, onTestFinished, test, vi } from "vitest";
import { InFlightChanges } from "./in-flight-changes";

test("there is no mark while a change is made, and another one after it, whatever became of it", async () => {
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

test("where others are shown to wait, only a change that takes long is told of before it is made", async () => {
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

test("of two changes at once the mark waits for both", async () => {
  const inFlight = new InFlightChanges();
  let end = () => {};
  const long = inFlight.during(() => new Promise<void>((resolve) => (end = resolve)));
  await inFlight.during(() => Promise.resolve());
  expect(inFlight.mark()).toBeNull();
  end();
  await long;
  expect(inFlight.mark()).toBe(2);
});
