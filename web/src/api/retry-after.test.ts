import { describe, expect, test } from "vitest";
import { failureOf } from "./call";
import { clampWaitMs, LONGEST_WAIT_MS, retryAfterSeconds } from "./retry-after";

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse("Thu, 01 Jan 2026 12:00:00 GMT");
const secondsOf = (retryAfter: string, date?: string) =>
  retryAfterSeconds(
    new Headers({ "Retry-After": retryAfter, ...(date === undefined ? {} : { Date: date }) }),
    NOW,
  );

test.each([
  [25 * DAY_MS, LONGEST_WAIT_MS],
  [1e12, LONGEST_WAIT_MS],
  [Number.POSITIVE_INFINITY, LONGEST_WAIT_MS],
  [LONGEST_WAIT_MS, LONGEST_WAIT_MS],
  [1500, 1500],
  [0, 0],
  [-5000, 0],
  [Number.NEGATIVE_INFINITY, 0],
  [Number.NaN, 0],
])("a pause of %d ms from outside becomes %d ms", (ms, clamped) => {
  expect(clampWaitMs(ms)).toBe(clamped);
});

describe("Retry-After", () => {
  test.each([
    ["120", 120],
    ["0.5", 1],
    [String(25 * 24 * 3600), 3600],
    ["1e12", 3600],
    ["9".repeat(400), 3600],
    ["0", null],
    ["-30", null],
    ["soon", null],
    ["NaN", null],
    ["", null],
  ])("in seconds: %s", (value, seconds) => {
    expect(secondsOf(value)).toBe(seconds);
  });

  test.each([
    ["Thu, 01 Jan 2026 12:02:00 GMT", 120],
    ["Mon, 26 Jan 2026 12:00:00 GMT", 3600],
    ["Wed, 01 Jan 2025 12:00:00 GMT", null],
    ["Thu, 99 Foo 2026 12:00:00 GMT", null],
  ])("as an HTTP date: %s", (value, seconds) => {
    expect(secondsOf(value)).toBe(seconds);
  });

  test("counts an HTTP date from the answer's own Date, not from this device's clock", () => {
    expect(secondsOf("Sun, 01 Mar 2026 00:00:30 GMT", "Sun, 01 Mar 2026 00:00:00 GMT")).toBe(30);
  });

  test("reaches the caller within one hour", async () => {
    const headers = { "Retry-After": String(30 * 24 * 3600), "X-Shelv": "1" };
    expect(await failureOf(new Response("", { status: 429, headers }))).toMatchObject({ retryAfterS: 3600 });
    const foreign = { "Retry-After": "3600" };
    expect(await failureOf(new Response("", { status: 503, headers: foreign }))).toMatchObject({
      retryAfterS: 60,
    });
  });
});
