import * as v from "valibot";
import {
  activity,
  dayCounts,
  figures,
  popularItem,
  SERIES_DEFAULT_DAYS,
  SERIES_MAX_DAYS,
  shelfAnalytics,
  summaryAnalytics,
  trackBody,
} from "#analytics";
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
    summary: "Views and clicks of each of the last days (UTC), the oldest first, today last",
    access: "owner",
    query: v.object({ days }),
    answer: v.array(dayCounts),
  }),
  /** Content blockers block every address with "analytics". */
  overview: route({
    method: "GET",
    path: "/api/overview",
    summary:
      "The summary, shelves, popular items, activities and the series of the last 30 days in one answer",
    access: "owner",
    answer: figures,
  }),
};
