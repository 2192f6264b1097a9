import type { AnalyticsChange, RangeFigures } from "@shelv/contract/analytics";
import { expect, test } from "vitest";
import {
  searchCompared,
  searchWithFilter,
  searchWithPreset,
  searchWithRange,
  shownChanges,
  type StatsFilter,
  type StatsSearch,
  viewOf,
  withoutEmptyBefore,
} from "./stats-view";

const TODAY = "2026-03-31";
const throughAddress = (search: StatsSearch): StatsSearch =>
  Object.fromEntries(new URLSearchParams(new URLSearchParams(search).toString()));

test("an address without a range shows the last 30 days", () => {
  expect(viewOf({}, TODAY)).toEqual({
    range: { from: "2026-03-02", to: TODAY },
    preset: 30,
    unit: "day",
    isCompared: false,
    filter: null,
  });
});

test.each<[StatsSearch, number | null, string]>([
  [{ days: "7" }, 7, "2026-03-25"],
  [{ days: "90" }, 90, "2026-01-01"],
  [{ days: "8" }, 30, "2026-03-02"],
  [{ from: "2026-03-10", to: "2026-03-12" }, null, "2026-03-10"],
  [{ from: "2026-03-10" }, 30, "2026-03-02"],
  [{ from: "2026-03-12", to: "2026-03-10", days: "7" }, 7, "2026-03-25"],
])("the address %j shows the preset %j from %s", (search, preset, from) => {
  const view = viewOf(search, TODAY);
  expect([view.preset, view.range.from]).toEqual([preset, from]);
});

test("a filter is a dimension with a value, or without one", () => {
  expect(viewOf({ by: "referrer", value: "Instagram" }, TODAY).filter).toEqual({
    by: "referrer",
    value: "Instagram",
  });
  expect(viewOf({ by: "utm_source" }, TODAY).filter).toEqual({ by: "utm_source", value: null });
  expect(viewOf({ by: "shoe-size", value: "44" }, TODAY).filter).toBeNull();
  expect(viewOf({ value: "Instagram" }, TODAY).filter).toBeNull();
});

test("each choice changes its own part of the address, and survives it", () => {
  const filter = { by: "utm_campaign", value: "spring & summer = 50 %" } as const;
  let search = searchWithFilter({ days: "90" }, filter);
  search = searchCompared(search, true);
  search = searchWithRange(search, { from: "2026-03-01", to: "2026-03-10" });
  expect(viewOf(throughAddress(search), TODAY)).toEqual({
    range: { from: "2026-03-01", to: "2026-03-10" },
    preset: null,
    unit: "day",
    isCompared: true,
    filter,
  });
  search = searchWithPreset(search, 7);
  expect(search).toEqual({ days: "7", by: filter.by, value: filter.value, compare: "yes" });
  expect(searchWithPreset(search, 30)).toEqual({ by: filter.by, value: filter.value, compare: "yes" });
  expect(searchWithFilter(searchCompared(search, false), null)).toEqual({ days: "7" });
  expect(searchWithFilter(search, { by: "country", value: null })).toEqual({
    days: "7",
    compare: "yes",
    by: "country",
  });
});

test("what changed leaves out what the screen already says", () => {
  const change = (by: AnalyticsChange["by"], value: string | null): AnalyticsChange => ({
    by,
    value,
    change: "+50%",
    now: 30,
    before: 20,
    since: TODAY,
    itemId: null,
    itemTitle: null,
  });
  const changes = [change("page", null), change("referrer", "Instagram"), change("item", "vase")];
  const subjects = (filter: StatsFilter | null, itemId?: string) =>
    shownChanges(changes, { filter, itemId }).map(({ by }) => by);
  expect(subjects(null)).toEqual(["page", "referrer", "item"]);
  expect(subjects({ by: "referrer", value: "Instagram" })).toEqual(["page", "item"]);
  expect(subjects({ by: "referrer", value: "Google" })).toEqual(["page", "referrer", "item"]);
  expect(subjects({ by: "referrer", value: "Instagram" }, "vase")).toEqual(["referrer"]);
});

test.each<[RangeFigures["before"], boolean]>([
  [null, false],
  [{ views: 0, visitors: 0, clicks: 0 }, false],
  [{ views: 0, visitors: 0, clicks: 1 }, true],
])("days before with the counts %j are compared with: %j", (before, isCompared) => {
  const figures = { before, seriesBefore: before && [] } as unknown as RangeFigures;
  const shown = withoutEmptyBefore(figures);
  expect([shown.before !== null, shown.seriesBefore !== null]).toEqual([isCompared, isCompared]);
});
