import { expect, test } from "vitest";
import { dateOf } from "#analytics/day";
import { digestWeekAt } from "./digest-week.ts";

test.each([
  ["2026-03-02T07:59:59Z", "2026-02-16", "2026-02-22"],
  ["2026-03-02T08:00:00Z", "2026-02-23", "2026-03-01"],
  ["2026-03-09T07:59:59Z", "2026-02-23", "2026-03-01"],
  ["1970-01-12T08:00:00Z", "1970-01-05", "1970-01-11"],
])("At %s the reported week is Monday %s to Sunday %s", (now, first, last) => {
  const days = digestWeekAt(new Date(now));
  expect([dateOf(days.firstDay), dateOf(days.lastDay)]).toEqual([first, last]);
});

test("Weeks have consecutive numbers", () => {
  const weekOf = (now: string) => digestWeekAt(new Date(now)).week;
  expect(weekOf("2026-03-09T08:00:00Z") - weekOf("2026-03-02T08:00:00Z")).toBe(1);
});
