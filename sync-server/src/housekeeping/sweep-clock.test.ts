import { expect, test } from "vitest";
import { judgeClock, type SweepClock } from "./sweep-clock.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse("2026-03-01T12:00:00Z");

/** What a server that looks at these times believes, one after the other. */
function believed(
  times: readonly number[],
  clock: SweepClock = { trustedAt: NOW, doubtedAt: null },
): boolean[] {
  let before = clock;
  return times.map((now) => {
    const { isTrusted, ...judged } = judgeClock(before, now);
    before = judged;
    return isTrusted;
  });
}

test("A clock that goes on is believed, also after a week without the server", () => {
  expect(believed([NOW, NOW + HOUR_MS, NOW + 7 * DAY_MS])).toEqual([true, true, true]);
});

test("A clock that jumps ahead and back again is believed only where it is right", () => {
  expect(believed([NOW + 500 * DAY_MS, NOW + 500 * DAY_MS + HOUR_MS, NOW + 2 * HOUR_MS])).toEqual([
    false,
    false,
    true,
  ]);
});

test("A jump is believed once the clock has gone on from there for a day", () => {
  const later = NOW + 40 * DAY_MS;
  expect(believed([later, later + 23 * HOUR_MS, later + DAY_MS, later + DAY_MS + HOUR_MS])).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("A clock that was wrong for days is believed a day after it was set right", () => {
  const wrong = NOW + 5000 * DAY_MS;
  expect(believed([NOW, NOW + HOUR_MS, NOW + DAY_MS], { trustedAt: wrong, doubtedAt: null })).toEqual([
    false,
    false,
    true,
  ]);
});

test("A second jump while the first is in doubt begins the day anew", () => {
  expect(
    believed([NOW + 100 * DAY_MS, NOW + 900 * DAY_MS, NOW + 900 * DAY_MS + HOUR_MS, NOW + 901 * DAY_MS]),
  ).toEqual([false, false, false, true]);
});
