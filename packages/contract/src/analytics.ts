import * as v from "valibot";
import { id } from "./id.ts";

/** An event recorded offline counts up to this much later, at its own time. */
export const LATE_AT_MOST_MS = 48 * 60 * 60_000;
/** Per visitor, page and day, for late events: their times are the device's claim. */
export const LATE_EVENTS_MAX = { view: 3, click: 20 } as const;
/** From one network on one page per hour, across all browsers. */
export const NETWORK_EVENTS_MAX = 60;
export const TRACK_AT_ONCE = 100;
export const SERIES_MAX_DAYS = 365;
export const SERIES_DEFAULT_DAYS = 30;

/** Defaults to now. */
const at = v.optional(
  v.pipe(
    v.string(),
    v.isoTimestamp("Must be a time in ISO 8601, UTC"),
    v.check((text) => !Number.isNaN(Date.parse(text)), "Must be a time that there is"),
  ),
);
/** An unknown name is not counted, and the answer does not say so. */
const username = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

const trackedEvent = v.variant("eventType", [
  v.object({ username, eventType: v.literal("view"), at }),
  v.object({ username, eventType: v.literal("click"), itemId: id, at }),
]);
export type TrackedEvent = v.InferOutput<typeof trackedEvent>;

export const trackBody = v.union([
  v.object({ events: v.pipe(v.array(trackedEvent), v.nonEmpty(), v.maxLength(TRACK_AT_ONCE)) }),
  trackedEvent,
]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The format of `percentOf` and `changeOf`. */
const percent = v.pipe(v.string(), v.regex(/^[+-]?\d+(\.\d)?%$/));

export const summaryAnalytics = v.object({
  views: v.object({ total: count, change: percent }),
  clicks: v.object({ total: count, change: percent }),
  ctr: v.object({ total: percent, change: percent }),
});
export type SummaryAnalytics = v.InferOutput<typeof summaryAnalytics>;

/** By id, for every existing shelf. */
export const shelfAnalytics = v.record(v.string(), v.object({ views: count, clicks: count, ctr: percent }));
export type ShelfAnalytics = v.InferOutput<typeof shelfAnalytics>;

/** `clickPercentage`: of all clicks on the page, of all time. */
export const popularItem = v.object({
  id,
  title: v.string(),
  imageUrl: v.nullable(v.string()),
  clicks: count,
  clickPercentage: percent,
});
export type PopularItem = v.InferOutput<typeof popularItem>;

/** Title and name as of the event: deleted items stay readable. A view has neither. */
export const activity = v.object({
  id,
  /** "click", "view", "add", or a newer server's, which must not make the answer invalid. */
  type: v.string(),
  itemTitle: v.nullable(v.string()),
  shelfName: v.nullable(v.string()),
  /** A country in English, with its region if known. */
  location: v.nullable(v.string()),
  timestamp: v.string(),
});
export type Activity = v.InferOutput<typeof activity>;

/** A UTC day, such as 2026-03-01. */
export const dayCounts = v.object({ date: v.pipe(v.string(), v.isoDate()), views: count, clicks: count });
export type DayCounts = v.InferOutput<typeof dayCounts>;

export const figures = v.object({
  summary: summaryAnalytics,
  shelves: shelfAnalytics,
  popularItems: v.array(popularItem),
  activities: v.array(activity),
  series: v.array(dayCounts),
});
export type Figures = v.InferOutput<typeof figures>;
