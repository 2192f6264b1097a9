import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { JUMP_MS, lookAtClock, nextLook, oldFrom, type SweepClock } from "./sweep-clock.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse("2026-03-01T12:00:00Z");

function seenDays(times: readonly number[], elapsedMs?: number): number[] {
  let before: SweepClock = { lookedAt: NOW, seenMs: 100 * DAY_MS };
  return times.map((now) => (before = nextLook(before, now, elapsedMs)).seenMs / DAY_MS);
}

test("A clock that runs without a jump adds the elapsed time, also over a week without the server", () => {
  expect(seenDays([NOW, NOW + DAY_MS, NOW + DAY_MS + JUMP_MS])).toEqual([100, 101, 108]);
});

test("A jump ahead resets the observed time to zero, and so does the jump back", () => {
  const wrong = NOW + 500 * DAY_MS;
  expect(seenDays([wrong, wrong + DAY_MS, NOW + 2 * DAY_MS, NOW + 3 * DAY_MS])).toEqual([0, 1, 0, 1]);
});

test("A clock that is set back by less than a jump changes nothing", () => {
  expect(seenDays([NOW - HOUR_MS, NOW])).toEqual([100, 100 + 1 / 24]);
});

test("Never more is added than the time that elapsed in this process", () => {
  expect(seenDays([NOW + 6 * DAY_MS], HOUR_MS)).toEqual([100 + 1 / 24]);
});

test("Only a jump is reported as one, not the first check", () => {
  const look = (before: SweepClock | null, now: number) => nextLook(before, now).hasJumped;
  const before = { lookedAt: NOW, seenMs: 0 };
  expect([
    look(null, NOW),
    look(before, NOW + JUMP_MS),
    look(before, NOW + JUMP_MS + 1),
    look(before, NOW - JUMP_MS),
    look(before, NOW - JUMP_MS - 1),
  ]).toEqual([false, false, true, false, true]);
});

test("Nothing is old before the server has observed that much time", () => {
  const now = new Date(NOW);
  expect([oldFrom(DAY_MS, { now, seenMs: DAY_MS - 1 }), oldFrom(DAY_MS, { now, seenMs: DAY_MS })]).toEqual([
    -1,
    NOW - DAY_MS,
  ]);
});

test("The observed time survives a restart", async () => {
  const server = await openTestServer();
  const look = () => lookAtClock(server.services);
  expect(await look()).toMatchObject({ seenMs: 0, hasJumped: false });
  server.wait(DAY_MS);
  expect(await look()).toMatchObject({ seenMs: DAY_MS, hasJumped: false });
  server.wait(500 * DAY_MS);
  expect(await look()).toMatchObject({ seenMs: 0, hasJumped: true });
});
