import { PLANS } from "@shelv/contract/rows/plan";
import { REFUSALS } from "@shelv/contract/refusal";
import { type AnalyticsChange, OTHER_VALUE } from "@shelv/contract/analytics";
import { DIRECT_VALUE, type Dimension } from "@shelv/contract/analytics-dimensions";
import { changeWords } from "@shelv/contract/what-changed";
import { isolateBidi } from "#words/format/isolate-bidi";

export const statsWords = {
  title: "Stats",
  back: "Back to the dashboard",
  backToAll: "Back to all stats",
  range: {
    label: "Days",
    preset: (days: number) => `${days} days`,
    custom: "Custom",
    locked: "in the Pro plan",
    from: "From",
    to: "To",
    show: "Show",
    order: "The first day must not be after the last",
    day: "Choose a day",
    tooOld: "Stats go back two years",
  },
  compare: "Compare",
  compareLabel: "Compare with the period before",
  export: "Export CSV",
  exportOffline: "An export needs a connection",
  exportFailed: "Failed to export your stats",
  asOf: (time: string) => `Updated ${time}`,
  noFigures: "Stats need a connection. This device has none for these days yet.",
  noFiguresSignedOut: "Sign in again to see your stats.",
  failed: "We couldn't load your stats.",
  tryAgain: "Try again",
  figures: "Total of these days",
  lines: { visitors: "Visitors", views: "Views", clicks: "Clicks" },
  rate: "Click-Through Rate",
  comparedWith: (days: string, before: string) => `${days}, compared with ${before}`,
  periodBefore: (days: string) => `${days}, the period before`,
  chart: { day: "Visits by day", week: "Visits by week", month: "Visits by month" },
  itemChart: { day: "Clicks by day", week: "Clicks by week", month: "Clicks by month" },
  table: { day: "Day", week: "Week from", month: "Month" },
  weekOf: (day: string) => `Week of ${day}`,
  filters: "Showing only visits",
  unfilter: (name: string) => `Show all visits, not only ${name}`,
  changed: "What changed",
  nothingChanged: "Nothing unusual in these days.",
  panels: {
    sources: "Sources",
    items: "Top items",
    countries: "Countries",
    devices: "Devices",
    campaigns: "Campaigns",
  },
  dimensions: {
    referrer: "Source",
    utm_campaign: "Campaign",
    utm_source: "UTM source",
    utm_medium: "Medium",
    country: "Country",
    device: "Device",
    browser: "Browser",
  } satisfies Record<Dimension, string>,
  sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
  itemColumn: "Item",
  changeColumn: "Change",
  more: (count: number) => `Show all ${count}`,
  fewer: "Show fewer",
  noItems: "No clicks in these days.",
  noValues: "No visits in these days.",
  noCampaigns: "Add ?utm_campaign=name to a link that you share, and this shows which one brought visitors.",
  locked: {
    title: "See where your visitors come from",
    text: "The Pro plan adds these panels, filters, what changed, and two years of days.",
    range: `${REFUSALS["range-needs-pro"].message}.`,
    showFree: `Show ${PLANS.free.analyticsDays} days`,
    filter: `${REFUSALS["dimensions-need-pro"].message}.`,
    sources: "Instagram, TikTok, Google or a site that links to you",
    countries: "The countries of your visitors",
    devices: "Phones, tablets or desktops, and their browsers",
    campaigns: "Which of the links that you shared brought visitors",
    changed: "What went up or down, and since when",
  },
  empty: {
    ofPage: {
      title: "No visits in these days",
      text: "Put your page's address in your bio, or send it to a friend. Your own visits don't count.",
    },
    ofItem: {
      title: "No clicks in these days",
      text: "Share your page to bring visitors to this item.",
    },
    filtered: "No visits like that in these days.",
    all: "Show all visits",
  },
  first: {
    title: "After the first visit you see",
    parts: {
      figures: { name: "Views, visitors and clicks", text: "Day by day, with a CSV export." },
      items: { name: "Top items", text: "What visitors open, and how often." },
      sources: { name: "Sources", text: "Apps, sites and countries that visitors come from." },
    },
    withPro: "Part of the Pro plan.",
  },
  note: {
    begins: (time: string) => `Days begin at ${time} your time, which is midnight UTC.`,
    utc: "Days begin at midnight UTC.",
    visitors:
      "Visitors are counted each day and added up: no cookies, and no one is followed from day to day.",
  },
  item: {
    clicks: "Clicks",
    edit: "Edit item",
    gone: "This item isn't here",
    goneText: "It may have been deleted on another device.",
    toAll: "Go to all stats",
    reset: "Reset counts",
    resetOffline: "A reset needs a connection",
    resetDone: "Counts reset",
    resetFailed: "Failed to reset the counts",
    undoReset: "Undo the reset",
    undone: "Counts are back",
    undoFailed: "Failed to bring the counts back",
    since: (time: string) => `Counted since the reset, ${time}`,
  },
};

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const DEVICES: Record<string, string> = { phone: "Phone", tablet: "Tablet", desktop: "Desktop" };

export function valueName(by: Dimension, value: string | null): string {
  if (value === OTHER_VALUE) return "Other";
  if (value === null) return by.startsWith("utm_") ? "None" : "Unknown";
  if (by === "country") return countryName(value);
  if (by === "device") return DEVICES[value] ?? value;
  return by === "referrer" && value === DIRECT_VALUE ? "Direct" : value;
}

export function filterName(by: Dimension, value: string | null): string {
  const name = isolateBidi(valueName(by, value));
  switch (by) {
    case "referrer":
      if (value === DIRECT_VALUE) return "without a source";
      return value === null
        ? "from an unknown source"
        : `from ${value === OTHER_VALUE ? "other sources" : name}`;
    case "country":
      return value === null
        ? "from an unknown country"
        : `from ${value === OTHER_VALUE ? "other countries" : name}`;
    case "device":
      return value === null ? "on an unknown device" : `on a ${name.toLowerCase()}`;
    case "browser":
      return value === null ? "in an unknown browser" : `in ${name}`;
    default: {
      const utm: Extract<Dimension, `utm_${string}`> = by;
      const dimension = statsWords.dimensions[utm].replace(/^[MC]/, (letter) => letter.toLowerCase());
      return value === null ? `without a ${dimension}` : `with the ${dimension} ${name}`;
    }
  }
}

function countryName(code: string): string {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code;
  }
}

export const flagOf = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? String.fromCodePoint(0x1f1a5 + code.charCodeAt(0), 0x1f1a5 + code.charCodeAt(1))
    : "";

export const changeText = (change: AnalyticsChange, today: string): string =>
  changeWords({ ...change, itemTitle: change.itemTitle && isolateBidi(change.itemTitle) }, today);
