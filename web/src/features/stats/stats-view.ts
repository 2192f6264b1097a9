import { useMemo } from "react";
import type { AnalyticsChange, RangeFigures, SeriesUnit } from "@shelv/contract/analytics";
import { type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import { type DayRange, lastDays, rangeOf, unitOf } from "./day-range";

export const PRESETS = [7, 30, 90] as const;
export type Preset = (typeof PRESETS)[number];
const DEFAULT_PRESET: Preset = 30;

export type StatsFilter = { by: Dimension; value: string | null };
export type StatsView = {
  range: DayRange;
  /** Null for chosen days. */
  preset: Preset | null;
  unit: SeriesUnit;
  isCompared: boolean;
  filter: StatsFilter | null;
};

export type StatsSearch = { [K in "days" | "from" | "to" | "compare" | "by" | "value"]?: string };

export function useSameSearch({ days, from, to, compare, by, value }: StatsSearch): StatsSearch {
  return useMemo(() => {
    const texts = Object.entries({ days, from, to, compare, by, value });
    return Object.fromEntries(texts.filter(([, text]) => text !== undefined)) as StatsSearch;
  }, [days, from, to, compare, by, value]);
}

export function viewOf(search: StatsSearch, today: string): StatsView {
  const chosen = rangeOf(search.from ?? "", search.to ?? "", today);
  const preset = chosen ? null : (PRESETS.find((days) => String(days) === search.days) ?? DEFAULT_PRESET);
  const range = preset === null ? (chosen ?? lastDays(DEFAULT_PRESET, today)) : lastDays(preset, today);
  const by = DIMENSIONS.find((name) => name === search.by);
  return {
    range,
    preset,
    unit: unitOf(range),
    isCompared: search.compare === "yes",
    filter: by === undefined ? null : { by, value: search.value ?? null },
  };
}

export const searchWithPreset = (search: StatsSearch, days: Preset): StatsSearch => ({
  ...withoutRange(search),
  ...(days === DEFAULT_PRESET ? {} : { days: String(days) }),
});

export const searchWithRange = (search: StatsSearch, { from, to }: DayRange): StatsSearch => ({
  ...withoutRange(search),
  from,
  to,
});

/** Null shows all visits. */
export function searchWithFilter(search: StatsSearch, filter: StatsFilter | null): StatsSearch {
  const { by: _by, value: _value, ...rest } = search;
  if (filter === null) return rest;
  return { ...rest, by: filter.by, ...(filter.value === null ? {} : { value: filter.value }) };
}

export function searchCompared(search: StatsSearch, isCompared: boolean): StatsSearch {
  const { compare: _compare, ...rest } = search;
  return isCompared ? { ...rest, compare: "yes" } : rest;
}

function withoutRange(search: StatsSearch): StatsSearch {
  const { days: _days, from: _from, to: _to, ...rest } = search;
  return rest;
}

/** A page younger than the days before is not compared with them. */
export function withoutEmptyBefore(figures: RangeFigures): RangeFigures {
  const { before } = figures;
  const hadVisits = before !== null && before.views + before.visitors + before.clicks > 0;
  return hadVisits ? figures : { ...figures, before: null, seriesBefore: null };
}

export const shownChanges = (
  changes: readonly AnalyticsChange[],
  { filter, itemId }: { filter: StatsFilter | null; itemId: string | undefined },
): AnalyticsChange[] =>
  changes.filter(({ by, value }) =>
    itemId === undefined ? by !== filter?.by || value !== filter.value : by !== "page" && by !== "item",
  );
