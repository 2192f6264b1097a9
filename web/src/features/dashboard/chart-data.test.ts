import { expect, test } from "vitest";
import { chartData, countScale } from "./chart-data";
import { dayName } from "./day-name";

test("days become three rows of numbers of one length", () => {
  expect(chartData([{ date: "1970-01-02", views: 3, clicks: 1 }, { date: "1970-01-03", views: 0, clicks: 0 }])).toEqual([[86_400, 172_800], [3, 0], [1, 0]]);
});

test.each([[null, 4], [0, 4], [3, 4], [10, 11], [100, 111]])("for at most %j the scale ends at %d", (max, end) => {
  expect(countScale(null, null, max)).toEqual([0, end]);
});

test("a day is named by its date in UTC, wherever it is read", () => {
  expect(dayName(Date.parse("2026-03-01"))).toBe("Mar 1");
});
