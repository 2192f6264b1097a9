import * as v from "valibot";
import {
  activity,
  ANALYTICS_MAX_DAYS,
  breakdown,
  countReset,
  dayCounts,
  dimension,
  figures,
  popularItem,
  rangeFigures,
  SERIES_DEFAULT_DAYS,
  SERIES_MAX_DAYS,
  SERIES_UNITS,
  shelfAnalytics,
  summaryAnalytics,
  trackBody,
} from "#analytics";
import { id } from "#values/id";
import { TRACK_PATH } from "#paths";
import { route } from "./route.ts";

const notDays = `Must be a number of days between 1 and ${SERIES_MAX_DAYS}`;
const days = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, notDays),
    v.transform(Number),
    v.minValue(1, notDays),
    v.maxValue(SERIES_MAX_DAYS, notDays),
  ),
  String(SERIES_DEFAULT_DAYS),
);

const day = v.optional(
  v.pipe(
    v.string(),
    v.isoDate("Must be a day, such as 2026-03-01"),
    v.check((text) => !Number.isNaN(Date.parse(text)), "Must be a day that there is"),
  ),
);
const filterText = v.pipe(v.string(), v.maxLength(200));

/** UTC days, both included. Default: the last 30 days, or up to `to`. */
const range = { from: day, to: day };
/** Only one item, one shelf, or visitors with one value of a dimension ("": without one). */
const filters = {
  itemId: v.optional(id),
  shelfId: v.optional(id),
  filterBy: v.optional(dimension),
  filterValue: v.optional(filterText),
};

type Range = { from?: string | undefined; to?: string | undefined };
const DAY_MS = 24 * 60 * 60_000;
const isRange = ({ from, to }: Range) => from === undefined || to === undefined || from <= to;
const isShort = ({ from, to }: Range) =>
  from === undefined || to === undefined || (Date.parse(to) - Date.parse(from)) / DAY_MS < ANALYTICS_MAX_DAYS;
const isWholeFilter = ({ filterBy, filterValue }: { filterBy?: unknown; filterValue?: unknown }) =>
  (filterBy === undefined) === (filterValue === undefined);

const NOT_IN_ORDER = "The first day must not be after the last";
const TOO_LONG = `At most ${ANALYTICS_MAX_DAYS} days`;
const HALF_A_FILTER = "filterBy and filterValue belong together";

export const analyticsRoutes = {
  track: route({
    method: "POST",
    path: TRACK_PATH,
    summary: "Counts a view of a page or a click on an item; answers the same whether it counted or not",
    refuses: ["too-many", "busy"],
    access: "anyone",
    encoding: "beacon",
    body: trackBody,
  }),
  summary: route({
    method: "GET",
    path: "/api/analytics/summary",
    summary:
      "Views, clicks and click-through rate of all time, and how the last seven days differ from the seven before",
    access: "owner",
    answer: summaryAnalytics,
  }),
  shelves: route({
    method: "GET",
    path: "/api/analytics/shelves",
    summary: "Views, clicks and click-through rate of each shelf, by its id",
    access: "owner",
    answer: shelfAnalytics,
  }),
  popularItems: route({
    method: "GET",
    path: "/api/analytics/popular-items",
    summary: "The items that were clicked most, the first of them first",
    access: "owner",
    answer: v.array(popularItem),
  }),
  activities: route({
    method: "GET",
    path: "/api/analytics/activities",
    summary: "What happened lately, the newest first",
    access: "owner",
    answer: v.array(activity),
  }),
  series: route({
    method: "GET",
    path: "/api/analytics/series",
    summary:
      "Views, clicks and visitors of each day, week (from Monday) or month (UTC), the oldest first. Without `from` and `to`: the last `days`",
    refuses: ["range-needs-pro", "dimensions-need-pro", "item-not-found", "shelf-not-found"],
    access: "owner",
    query: v.pipe(
      v.object({ days, ...range, unit: v.optional(v.picklist(SERIES_UNITS), "day"), ...filters }),
      v.check((query) => isRange(query), NOT_IN_ORDER),
      v.check((query) => isShort(query), TOO_LONG),
      v.check((query) => isWholeFilter(query), HALF_A_FILTER),
    ),
    answer: v.array(dayCounts),
  }),
  breakdown: route({
    method: "GET",
    path: "/api/analytics/breakdown",
    summary: "Views, clicks and visitors by the values of one dimension",
    refuses: ["range-needs-pro", "dimensions-need-pro", "item-not-found", "shelf-not-found"],
    access: "owner",
    query: v.pipe(
      v.object({ by: dimension, ...range, ...filters }),
      v.check((query) => isRange(query), NOT_IN_ORDER),
      v.check((query) => isShort(query), TOO_LONG),
      v.check((query) => isWholeFilter(query), HALF_A_FILTER),
    ),
    answer: breakdown,
  }),
  exportCsv: route({
    method: "GET",
    path: "/api/analytics/export.csv",
    summary:
      "Each day's counts of the page, its shelves and items, and (in the Pro plan) of each dimension, as CSV; cells that a spreadsheet would run are escaped",
    refuses: ["range-needs-pro"],
    access: "owner",
    query: v.pipe(
      v.object(range),
      v.check((query) => isRange(query), NOT_IN_ORDER),
      v.check((query) => isShort(query), TOO_LONG),
    ),
    answerType: "text/csv",
  }),
  /**
   * Content blockers block addresses that contain "analytics", so this route, the resets and `overview` have
   * others.
   */
  range: route({
    method: "GET",
    path: "/api/overview/range",
    summary:
      "All panels of the dashboard for a range of days: totals, series, breakdowns, items and what changed, compared with the same number of days before",
    refuses: ["range-needs-pro", "dimensions-need-pro", "item-not-found", "shelf-not-found"],
    access: "owner",
    query: v.pipe(
      v.object({ ...range, unit: v.optional(v.picklist(SERIES_UNITS), "day"), ...filters }),
      v.check((query) => isRange(query), NOT_IN_ORDER),
      v.check((query) => isShort(query), TOO_LONG),
      v.check((query) => isWholeFilter(query), HALF_A_FILTER),
    ),
    answer: rangeFigures,
  }),
  resetItem: route({
    method: "POST",
    path: "/api/items/:id/count-resets",
    summary: "Counts an item's clicks from now; the counts of the page and its shelves stay",
    refuses: ["item-not-found"],
    access: "owner",
    params: v.object({ id }),
    answer: countReset,
  }),
  undoReset: route({
    method: "DELETE",
    path: "/api/items/:id/count-resets/:resetId",
    summary: "Undoes a reset, whether it is there or not",
    refuses: ["item-not-found"],
    access: "owner",
    params: v.object({ id, resetId: id }),
  }),
  overview: route({
    method: "GET",
    path: "/api/overview",
    summary:
      "The summary, shelves, popular items, activities and the series of the last 30 days in one answer",
    access: "owner",
    answer: figures,
  }),
};
