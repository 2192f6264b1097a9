import { expect, test } from "vitest";
import { TooMany } from "./refusal.ts";

test.each([
  [1, 1, "1 second"],
  [1000, 1, "1 second"],
  [1001, 2, "2 seconds"],
  [29_999, 30, "30 seconds"],
  [99_000, 99, "99 seconds"],
  [100_000, 100, "2 minutes"],
  [3_600_000, 3600, "60 minutes"],
  [5_999_001, 6000, "2 hours"],
  [86_400_000, 86_400, "24 hours"],
])("A wait of %d ms is reported as %d seconds, in words %s", (ms, retryAfterS, words) => {
  const refusal = new TooMany(ms);
  expect([refusal.retryAfterS, refusal.message]).toEqual([
    retryAfterS,
    `That was too often. Please try again in ${words}`,
  ]);
});
