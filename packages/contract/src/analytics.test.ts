import * as v from "valibot";
import { expect, test } from "vitest";
import { rangeFigures } from "./analytics.ts";
import { DIMENSIONS } from "./analytics-dimensions.ts";

const visits = { views: 3, clicks: 1, visitors: 2 };
const change = {
  by: "page",
  value: null,
  change: "+40%",
  now: 7,
  before: 5,
  since: "2026-03-10",
  itemId: null,
  itemTitle: null,
};
const rows = [{ value: "DE", ...visits }];
const figures = {
  from: "2026-03-08",
  to: "2026-03-14",
  unit: "day",
  total: visits,
  before: null,
  series: [],
  seriesBefore: null,
  breakdowns: Object.fromEntries(DIMENSIONS.map((by) => [by, rows])),
  items: [],
  changes: [change],
  resetAt: null,
};

test("Figures with a dimension that only a newer server knows are read without it", () => {
  const answer = {
    ...figures,
    breakdowns: { ...figures.breakdowns, newer: rows },
    changes: [{ ...change, by: "newer", value: "de" }, change],
  };
  expect(v.parse(rangeFigures, answer)).toEqual(figures);
});

test("A dimension that an older server does not send has no rows", () => {
  const { browser: _, ...breakdowns } = figures.breakdowns;
  expect(v.parse(rangeFigures, { ...figures, breakdowns }).breakdowns).toEqual({
    ...breakdowns,
    browser: [],
  });
});

test("Figures with a wrong count are still invalid, in a breakdown and in a change", () => {
  for (const wrong of [
    { breakdowns: { ...figures.breakdowns, country: [{ value: "DE", ...visits, views: -1 }] } },
    { changes: [{ ...change, now: "many" }] },
  ])
    expect(v.safeParse(rangeFigures, { ...figures, ...wrong }).success).toBe(false);
});
