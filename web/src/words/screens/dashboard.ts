import type { Activity } from "@shelv/contract/analytics";
import { PRODUCT } from "@shelv/contract/product";
import { isolateBidi } from "#words/format/isolate-bidi";
import { figuresTexts } from "#words/catalogue";

export const dashboardWords = {
  title: "Dashboard",
  stats: { views: "Total Views", clicks: "Link Clicks", ctr: "Click-Through Rate" },
  statsLabel: "Stats",
  allTime: "All time",
  fromLastWeek: "from last week",
  asOf: (time: string) => `Updated ${time}`,
  unknown: "–",
  noFigures: "Stats need a connection.",
  noFiguresSignedOut: "Sign in again to see your stats.",
  blocked: "A content blocker hides your stats, so we loaded them another way.",
  chart: "Views and clicks, last 30 days",
  noVisits: "No visits in the last 30 days",
  chartTable: "Views and clicks of each day",
  allStats: "All stats",
  day: "Day",
  views: "Views",
  clicks: "Clicks",
  shelves: `Your ${PRODUCT}`,
  columns: {
    drag: "Order",
    name: "Name",
    items: "Items",
    views: "Views",
    clicks: "Clicks",
    ctr: "CTR",
    actions: "Actions",
  },
  setup: "Complete Setup Guide",
  theme: "Customize Theme",
  popular: "Popular Items",
  noPopular: figuresTexts.noPopular,
  clicked: (clicks: number) => `${clicks.toLocaleString("en-US")} ${clicks === 1 ? "click" : "clicks"}`,
  ofAllClicks: (share: string) => `${share} of all clicks`,
  activity: "Recent Activity",
  noActivity: figuresTexts.noActivity,
};

export function activityText({
  type,
  itemTitle,
  location,
}: Pick<Activity, "type" | "itemTitle" | "location">): string {
  switch (type) {
    case "click":
      return `${isolateBidi(itemTitle ?? "A link")} was clicked`;
    case "view":
      return location === null
        ? "Someone viewed your profile"
        : `Someone from ${location} viewed your profile`;
    case "add":
      return `You added ${isolateBidi(itemTitle ?? "a link")} to shelf`;
    default:
      return "Unknown activity";
  }
}
