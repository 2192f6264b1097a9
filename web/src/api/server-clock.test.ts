import { expect, test } from "vitest";
import { noteServerDate, wrongClockMs } from "./server-clock";

const AT = Date.parse("2026-11-26T12:00:00Z");
const HOUR_MS = 60 * 60_000;
const DATE = "Thu, 26 Nov 2026 12:00:00 GMT";

test.each([
  ["equal to the server's", 0, null],
  ["behind because of a slow network", 30_000, null],
  ["three hours ahead", 3 * HOUR_MS, 3 * HOUR_MS],
  ["three hours behind", -3 * HOUR_MS, -3 * HOUR_MS],
])("a clock that is %s", (_, aheadMs, wrongBy) => {
  noteServerDate(DATE, AT + aheadMs);
  expect(wrongClockMs()).toBe(wrongBy);
});

test("an answer without a date changes nothing", () => {
  noteServerDate(DATE, AT + 3 * HOUR_MS);
  noteServerDate(null, AT);
  noteServerDate("soon", AT);
  expect(wrongClockMs()).toBe(3 * HOUR_MS);
});
