import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  addDays,
  dayAt,
  dayBeginsAt,
  daysIn,
  isDay,
  lastDays,
  rangeBefore,
  rangeOf,
  unitOf,
} from "./day-range";

const TODAY = "2026-03-31";

test("the last seven days end today, and the seven before end right before them", () => {
  const week = lastDays(7, TODAY);
  expect(week).toEqual({ from: "2026-03-25", to: TODAY });
  expect(rangeBefore(week)).toEqual({ from: "2026-03-18", to: "2026-03-24" });
  expect(rangeBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({
    from: "2026-02-28",
    to: "2026-02-28",
  });
});

test.each([
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Asia/Kathmandu",
])("in %s no change of the clock loses or repeats a day", (zone) => {
  const before = process.env["TZ"];
  onTestFinished(() => void (process.env["TZ"] = before));
  process.env["TZ"] = zone;
  const year = Array.from({ length: 366 }, (_, nth) => addDays("2026-01-01", nth));
  expect(new Set(year).size).toBe(366);
  expect(year.at(-1)).toBe("2027-01-01");
  expect(daysIn({ from: "2026-01-01", to: "2026-12-31" })).toBe(365);
  expect(dayAt(Date.UTC(2026, 2, 29, 0, 30))).toBe("2026-03-29");
  expect(dayAt(Date.UTC(2026, 2, 29, 23, 59))).toBe("2026-03-29");
});

test("a range and the one before have the same length and touch", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 731 }), (start, days) => {
      const from = addDays("2000-01-01", start);
      const range = { from, to: addDays(from, days - 1) };
      const before = rangeBefore(range);
      expect(daysIn(range)).toBe(days);
      expect(daysIn(before)).toBe(days);
      expect(addDays(before.to, 1)).toBe(range.from);
    }),
  );
});

test.each([
  ["2026-03-01", "2026-03-10", { from: "2026-03-01", to: "2026-03-10" }],
  ["2026-03-01", "2026-05-01", { from: "2026-03-01", to: TODAY }],
  ["2020-01-01", TODAY, { from: "2024-03-31", to: TODAY }],
  ["2020-01-01", "2025-01-01", { from: "2024-03-31", to: "2025-01-01" }],
  ["2020-01-01", "2024-03-31", { from: "2024-03-31", to: "2024-03-31" }],
  ["2020-01-01", "2024-03-30", null],
  ["2026-03-10", "2026-03-01", null],
  ["2026-04-01", "2026-04-02", null],
  ["2026-02-30", TODAY, null],
  ["", TODAY, null],
  ["yesterday", TODAY, null],
])("an address with %j to %j shows %j", (from, to, range) => {
  expect(rangeOf(from, to, TODAY)).toEqual(range);
});

test("a day is written in full and exists", () => {
  expect(["2024-02-29", "2026-02-29", "2026-13-01", "2026-3-1", "20260301"].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  [7, "day"],
  [92, "day"],
  [93, "week"],
  [371, "week"],
  [372, "month"],
  [731, "month"],
])("%d days are drawn by the %s", (days, unit) => expect(unitOf(lastDays(days, TODAY))).toBe(unit));

test.each([
  ["2026-03-28", "Europe/Berlin", "1:00 AM"],
  ["2026-03-30", "Europe/Berlin", "2:00 AM"],
  ["2026-03-01", "America/New_York", "7:00 PM"],
  ["2026-03-15", "America/New_York", "8:00 PM"],
  ["2026-03-01", "Asia/Kathmandu", "5:45 AM"],
  ["2026-03-01", "Europe/London", null],
  ["2026-03-30", "Europe/London", "1:00 AM"],
])("the UTC day %s begins in %s at %j", (day, zone, time) => expect(dayBeginsAt(day, zone)).toBe(time));
