import { expect, onTestFinished, test, vi } from "vitest";
import { Unsettled } from "./unsettled";

test("there is no mark while a change is made, and another one after it, whatever became of it", async () => {
  const unsettled = new Unsettled();
  const seen: (number | null)[] = [];
  unsettled.subscribe(() => seen.push(unsettled.mark()));
  const first = unsettled.mark();
  expect(await unsettled.during(() => Promise.resolve("made"))).toBe("made");
  const second = unsettled.mark();
  await expect(unsettled.during(() => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  expect(seen).toEqual([null, second, null, unsettled.mark()]);
  expect(new Set([first, second, unsettled.mark(), null]).size).toBe(4);
});

test("where others are shown to wait, only a change that takes long is told of before it is made", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const unsettled = new Unsettled();
  const seen: (number | null)[] = [];
  unsettled.subscribe(() => seen.push(unsettled.mark()));
  unsettled.shows(3);
  let end = () => {};
  const long = unsettled.during(() => new Promise<void>((resolve) => (end = resolve)));
  expect([unsettled.mark(), seen]).toEqual([null, []]);
  await vi.advanceTimersByTimeAsync(200);
  expect(seen).toEqual([null]);
  end();
  await long;
  expect(seen).toEqual([null, 1]);
  await unsettled.during(() => Promise.resolve());
  expect(seen).toEqual([null, 1, 2]);
});

test("of two changes at once the mark waits for both", async () => {
  const unsettled = new Unsettled();
  let end = () => {};
  const long = unsettled.during(() => new Promise<void>((resolve) => (end = resolve)));
  await unsettled.during(() => Promise.resolve());
  expect(unsettled.mark()).toBeNull();
  end();
  await long;
  expect(unsettled.mark()).toBe(2);
});
