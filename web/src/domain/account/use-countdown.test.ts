import { expect, test } from "vitest";
import { beginCountdown, tick, secondsLeft } from "./use-countdown";

const NOW = 1_800_000_000_000;
const HOUR_MS = 60 * 60_000;

test.each([
  ["just now", 0, 30],
  ["ten seconds ago", -10_000, 20],
  ["long ago", -HOUR_MS, 0],
  ["in two hours, by a clock that was set back since", 2 * HOUR_MS, 30],
])("a pause of 30 seconds that began %s", (_, sinceMs, left) => {
  expect(secondsLeft(beginCountdown(NOW + sinceMs, 30, NOW))).toBe(left);
});

test("a clock that is set back during a pause neither lengthens nor stops it", () => {
  const begun = beginCountdown(NOW, 30, NOW);
  const later = tick(begun, NOW + 10_000);
  const setBack = tick(later, NOW + 10_000 - 2 * HOUR_MS);
  expect([later, setBack, tick(setBack, NOW + 15_000 - 2 * HOUR_MS)].map(secondsLeft)).toEqual([20, 20, 15]);
});
