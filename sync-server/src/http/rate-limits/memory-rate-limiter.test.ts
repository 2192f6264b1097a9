import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryRateLimiter } from "./memory-rate-limiter.ts";

test("Counts are those of each key's own window, whatever other keys and pauses come between", async () => {
  const steps = fc.array(
    fc.record({
      key: fc.constantFrom("a", "b"),
      points: fc.integer({ min: 1, max: 3 }),
      pauseMs: fc.nat(700),
    }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      let nowMs = 1_000_000;
      const limiter = new MemoryRateLimiter({ points: 5, duration: 1, now: () => new Date(nowMs) });
      const windows = new Map<string, { points: number; endsAt: number }>();
      for (const { key, points, pauseMs } of steps) {
        nowMs += pauseMs;
        const known = windows.get(key);
        const window = known && known.endsAt > nowMs ? known : { points: 0, endsAt: nowMs + 1000 };
        window.points += points;
        windows.set(key, window);
        const isOver = window.points > 5;
        const outcome = await limiter.consume(key, points).then(
          () => false,
          () => true,
        );
        const counted = await limiter.get(key);
        expect([outcome, counted?.consumedPoints, counted?.msBeforeNext]).toEqual([
          isOver,
          window.points,
          window.endsAt - nowMs,
        ]);
      }
    }),
  );
});

test("A refund gives points back, and an ended window counts nothing", async () => {
  let nowMs = 0;
  const limiter = new MemoryRateLimiter({ points: 2, duration: 60, now: () => new Date(nowMs) });
  await limiter.consume("a", 2);
  await expect(limiter.consume("a")).rejects.toMatchObject({ msBeforeNext: 60_000 });
  await limiter.reward("a", 2);
  expect((await limiter.consume("a")).consumedPoints).toBe(2);
  nowMs += 60_000;
  expect(await limiter.get("a")).toBeNull();
  await limiter.consume("a", 2);
});
