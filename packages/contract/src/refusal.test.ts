import { expect, test } from "vitest";
import {
  ACCOUNT_LIMITS,
  CAPACITY,
  type CapacityLimit,
  CAPTURE_TOKENS_MAX,
  EXPORT_FILE_MAX_BYTES,
  ITEM_LIMITS,
  SHELF_LIMITS,
} from "./limits/account-limits.ts";
import { AccountFull, REFUSALS, TooMany } from "./refusal.ts";
import { DOMAINS_MAX } from "./rows/domain.ts";
import { ACCOUNT_PICTURES_MAX_BYTES, PICTURE_MAX_PIXELS } from "./rows/picture.ts";
import { PLANS, TRIAL_DAYS } from "./rows/plan.ts";

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

test("Each number in a refusal is a limit", () => {
  const numbersIn = (text: string) =>
    Array.from(text.matchAll(/\d[\d,]*/g), ([number]) => Number(number.replace(",", "")));
  const given = Object.entries(REFUSALS).map(([code, { message }]) => [code, numbersIn(message)] as const);
  expect(Object.fromEntries(given.filter(([, numbers]) => numbers.length > 0))).toEqual({
    "export-too-large": [
      ACCOUNT_LIMITS.shelves,
      ACCOUNT_LIMITS.categories,
      SHELF_LIMITS.categories,
      ITEM_LIMITS.categories,
      ACCOUNT_LIMITS.items,
      SHELF_LIMITS.items,
      EXPORT_FILE_MAX_BYTES / 1024 ** 2,
    ],
    "export-over-plan": [PLANS.free.maxShelves],
    "shelf-limit": [PLANS.free.maxShelves],
    "range-needs-pro": [PLANS.free.analyticsDays, Math.floor(PLANS.pro.analyticsDays / 365)],
    "domain-limit": [DOMAINS_MAX],
    "trial-over": [TRIAL_DAYS],
    "picture-too-many-pixels": [Math.floor(PICTURE_MAX_PIXELS / 1024 ** 2)],
    "storage-full": [ACCOUNT_PICTURES_MAX_BYTES / 1024 ** 2],
    "capture-token-limit": [CAPTURE_TOKENS_MAX],
  });
  expect(
    Object.keys(CAPACITY).map((limit) => numbersIn(new AccountFull(limit as CapacityLimit).message)),
  ).toEqual(Object.values(CAPACITY).map((limit) => [limit]));
});
