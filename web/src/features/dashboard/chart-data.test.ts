import { expect, test } from "vitest";
import { chartData, COUNT_STEPS, countScale, namedDays } from "./chart-data";
import { dayName } from "./day-name";

test("days become three rows of numbers of one length", () => {
  expect(
    chartData([
      { date: "1970-01-02", views: 3, clicks: 1, visitors: 0 },
      { date: "1970-01-03", views: 0, clicks: 0, visitors: 0 },
    ]),
  ).toEqual([
    [86_400, 172_800],
    [3, 0],
    [1, 0],
  ]);
});

test.each([
  [null, 4],
  [0, 4],
  [3, 4],
  [10, 11],
  [100, 111],
])("for at most %j the scale ends at %d", (max, end) => {
  expect(countScale(null, null, max)).toEqual([0, end]);
});

test("the steps of the scale are whole numbers, and there is one for every size", () => {
  expect(COUNT_STEPS.slice(0, 5)).toEqual([1, 2, 5, 10, 20]);
  expect(COUNT_STEPS.at(-1)).toBe(500_000_000);
  expect(
    COUNT_STEPS.slice(1)
      .map((step, at) => step / (COUNT_STEPS[at] ?? 0))
      .every((times) => times === 2 || times === 2.5),
  ).toBe(true);
});

test.each([
  [30, 280, [1, 8, 15, 22, 29]],
  [30, 200, [1, 15, 29]],
  [30, 60, [1, 29]],
  [1, 280, [0]],
  [0, 280, []],
])(
  "of %d days on %d pixels the last has a label, and those whole weeks before it that fit",
  (count, widthPx, named) => {
    expect(
      namedDays(
        Array.from({ length: count }, (_, at) => at),
        widthPx,
      ),
    ).toEqual(named);
  },
);

test("a day is named by its date in UTC, wherever it is read", () => {
  expect(dayName(Date.parse("2026-03-01"))).toBe("Mar 1");
});
