import * as v from "valibot";
import { DIMENSIONS } from "./analytics-dimensions.ts";
import { id } from "./values/id.ts";
import { PLANS } from "./rows/plan.ts";

/** An offline event counts up to this much later, at its own time. */
export const LATE_AT_MOST_MS = 48 * 60 * 60_000;
/** Per visitor, page and day: their times come from the device and may be false. */
export const LATE_EVENTS_MAX = { view: 3, click: 20 } as const;
/** Per hour, from one network on one page. */
export const NETWORK_EVENTS_MAX = 60;
export const TRACK_AT_ONCE = 100;
export const SERIES_MAX_DAYS = 365;
export const SERIES_DEFAULT_DAYS = 30;

const at = v.optional(
  v.pipe(
    v.string(),
    v.isoTimestamp("Must be a time in ISO 8601, UTC"),
    v.check((text) => !Number.isNaN(Date.parse(text)), "Must be a time that there is"),
  ),
);
/** Events for unknown names are not counted; the answer does not reveal it. */
const username = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** Cuts instead of rejecting: a long address must not lose its visit. */
const cutTo = (length: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, length)),
  );

const REFERRER_MAX_LENGTH = 500;
const UTM_MAX_LENGTH = 100;
const utm = cutTo(UTM_MAX_LENGTH);

/**
 * A URL or host (only the host is read), and the page address's own `utm_*` (`ref` counts as `source`). A
 * click without them has the source of the visitor's view.
 */
const source = {
  referrer: v.optional(cutTo(REFERRER_MAX_LENGTH)),
  utm: v.optional(v.object({ source: v.optional(utm), medium: v.optional(utm), campaign: v.optional(utm) })),
};

const trackedEvent = v.variant("eventType", [
  v.object({ username, eventType: v.literal("view"), at, ...source }),
  v.object({ username, eventType: v.literal("click"), itemId: id, at, ...source }),
]);
export type TrackedEvent = v.InferOutput<typeof trackedEvent>;

export const trackBody = v.union([
  v.object({ events: v.pipe(v.array(trackedEvent), v.nonEmpty(), v.maxLength(TRACK_AT_ONCE)) }),
  trackedEvent,
]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const percent = v.pipe(v.string(), v.regex(/^[+-]?\d+(\.\d)?%$/));

export const summaryAnalytics = v.object({
  views: v.object({ total: count, change: percent }),
  clicks: v.object({ total: count, change: percent }),
  ctr: v.object({ total: percent, change: percent }),
});
export type SummaryAnalytics = v.InferOutput<typeof summaryAnalytics>;

/** By id, every existing shelf. */
export const shelfAnalytics = v.record(v.string(), v.object({ views: count, clicks: count, ctr: percent }));
export type ShelfAnalytics = v.InferOutput<typeof shelfAnalytics>;

/** `clickPercentage`: the item's share of all clicks on the page. */
export const popularItem = v.object({
  id,
  title: v.string(),
  imageUrl: v.nullable(v.string()),
  clicks: count,
  clickPercentage: percent,
});
export type PopularItem = v.InferOutput<typeof popularItem>;

/** Title and name as they were at the event, so deleted items stay readable. A view has neither. */
export const activity = v.object({
  id,
  /** "click", "view", "add", or a newer server's type, which must stay valid. */
  type: v.string(),
  itemTitle: v.nullable(v.string()),
  shelfName: v.nullable(v.string()),
  location: v.nullable(v.string()),
  timestamp: v.string(),
});
export type Activity = v.InferOutput<typeof activity>;

const date = v.pipe(v.string(), v.isoDate("Must be a day, such as 2026-03-01"));

/** `date`: a UTC day, or the first of a week (Monday) or month. */
export const dayCounts = v.object({ date, views: count, clicks: count, visitors: v.optional(count, 0) });
export type DayCounts = v.InferOutput<typeof dayCounts>;

/**
 * `visitors`: the sum of each UTC day's distinct visitors, who are not recognised on the next day. Each
 * belongs to the source of the first view. Days before visitors were counted have none.
 */
const visitCounts = v.object({ views: count, clicks: count, visitors: count });
export type VisitCounts = v.InferOutput<typeof visitCounts>;

export const dimension = v.picklist(DIMENSIONS);

/** The most values of a dimension counted separately per day; the rest is `OTHER_VALUE`. */
export const DIMENSION_VALUES_MAX = 50;
export const BREAKDOWN_ROWS_MAX = 100;
export const OTHER_VALUE = "other";
/** How far back figures reach, and the most days of a range. */
export const ANALYTICS_MAX_DAYS = PLANS.pro.analyticsDays;

/** `value`: null for none (no `utm_source`, an unknown country, a visit from before it was counted). */
const breakdownRow = v.object({ value: v.nullable(v.string()), ...visitCounts.entries });
export type BreakdownRow = v.InferOutput<typeof breakdownRow>;

/** Sorted by views, then clicks; the rows add up to `total`. */
export const breakdown = v.object({ rows: v.array(breakdownRow), total: visitCounts });
export type Breakdown = v.InferOutput<typeof breakdown>;

export const SERIES_UNITS = ["day", "week", "month"] as const;
export type SeriesUnit = (typeof SERIES_UNITS)[number];

const CHANGED = [...DIMENSIONS, "item", "page"] as const;

/**
 * Lists have the most important change first. `change`: a result of `changeOf`, for views (for clicks of an
 * item). `since`: the UTC day on which it began. `itemId`: the item with most of the gained or lost clicks.
 */
const analyticsChange = v.object({
  by: v.picklist(CHANGED),
  /** A value of the dimension, or the item's id; null for the page. */
  value: v.nullable(v.string()),
  change: percent,
  now: count,
  before: count,
  since: date,
  itemId: v.nullable(id),
  itemTitle: v.nullable(v.string()),
});
export type AnalyticsChange = v.InferOutput<typeof analyticsChange>;

/** Skips dimensions that only a newer server knows, so that the rest of its answer stays valid. */
const knownChanges = v.pipe(
  v.array(v.looseObject({ by: v.string() })),
  v.filterItems(({ by }) => CHANGED.some((name) => name === by)),
  v.array(analyticsChange),
);
/** Skips a newer server's dimensions; an older server's answer has fewer. */
const knownBreakdowns = v.object(
  v.entriesFromList(
    DIMENSIONS,
    v.optional(v.array(breakdownRow), () => []),
  ),
);

/** Lists have the most clicks first. A reset item counts from its reset. */
const itemClicks = v.object({ itemId: id, title: v.string(), clicks: count, clicksBefore: count });
export type ItemClicks = v.InferOutput<typeof itemClicks>;
export const RANGE_ITEMS_MAX = 50;

/**
 * All panels of a dashboard. `before`, `seriesBefore`: as many days before `from`; null if the plan does not
 * include them, like `breakdowns` and `changes`. With `itemId`: only clicks, since `resetAt`.
 */
export const rangeFigures = v.object({
  from: date,
  to: date,
  unit: v.picklist(SERIES_UNITS),
  total: visitCounts,
  before: v.nullable(visitCounts),
  series: v.array(dayCounts),
  seriesBefore: v.nullable(v.array(dayCounts)),
  breakdowns: v.nullable(knownBreakdowns),
  items: v.array(itemClicks),
  changes: v.nullable(knownChanges),
  resetAt: v.nullable(v.string()),
});
export type RangeFigures = v.InferOutput<typeof rangeFigures>;

/** Undo deletes it by its id. */
export const countReset = v.object({ id, itemId: id, resetAt: v.string() });
export type CountReset = v.InferOutput<typeof countReset>;

export const figures = v.object({
  summary: summaryAnalytics,
  shelves: shelfAnalytics,
  popularItems: v.array(popularItem),
  activities: v.array(activity),
  series: v.array(dayCounts),
});
export type Figures = v.InferOutput<typeof figures>;
