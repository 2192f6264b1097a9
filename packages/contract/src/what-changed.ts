/** What changed between a range of days and the same number of days before, in plain words. */
import { type AnalyticsChange, OTHER_VALUE } from "./analytics.ts";
import { DIMENSION } from "./analytics-dimensions.ts";
import { changeOf, NEW } from "./values/percent.ts";

/**
 * `days`: views (clicks of an item) on each day of both periods, the oldest first; the second half is the
 * newer period.
 */
export type ChangeSeries = Pick<AnalyticsChange, "by" | "value"> & { days: readonly number[] };
export type FoundChange = Omit<AnalyticsChange, "itemId" | "itemTitle">;

export const CHANGES_MAX = 5;
/** Smaller differences are chance or not worth a sentence. */
export const LEAST_DIFFERENCE = 5;
/** In standard deviations of the difference of two counts (Poisson). */
const LEAST_DEVIATIONS = 3;

/** Finds changes, the largest difference first. `firstDay`: the date of `days[0]`, in ms. */
export function whatChanged(series: readonly ChangeSeries[], firstDay: number): FoundChange[] {
  const page = series.find(({ by }) => by === "page");
  const growth = page ? growthOf(page.days) : 1;
  return series
    .flatMap(({ by, value, days }): FoundChange[] => {
      const [before, now] = halves(days);
      if (value === OTHER_VALUE || (value === null && by !== "page")) return [];
      if (Math.abs(now - before) < LEAST_DIFFERENCE || !differs(now, before)) return [];
      // An in-app browser is the referrer of that app.
      const follows = isOfVisitor(by) && (!differs(now, before, growth) || value?.endsWith(" app"));
      if (follows) return [];
      const since = new Date(firstDay + firstOfChange(days) * DAY_MS).toISOString().slice(0, 10);
      return [{ by, value, change: changeOf(now, before), now, before, since }];
    })
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, CHANGES_MAX);
}

const isOfVisitor = (by: AnalyticsChange["by"]): boolean =>
  by !== "page" && by !== "item" && DIMENSION[by].of === "visitor";

function halves(days: readonly number[]): [before: number, now: number] {
  const half = days.length / 2;
  return [sum(days.slice(0, half)), sum(days.slice(half))];
}

function growthOf(days: readonly number[]): number {
  const [before, now] = halves(days);
  return before === 0 ? 1 : now / before;
}

/** Whether `now` is more than chance away from `before` × `growth`. */
const differs = (now: number, before: number, growth = 1): boolean =>
  Math.abs(now - before * growth) >= LEAST_DEVIATIONS * Math.sqrt(now + before * growth ** 2);

/** Where the counts differ most from the mean of all days (CUSUM). */
function firstOfChange(days: readonly number[]): number {
  const half = days.length / 2;
  const mean = sum(days) / days.length;
  const sign = sum(days.slice(half)) >= sum(days.slice(0, half)) ? 1 : -1;
  let [best, bestAt, suffix] = [-Infinity, half, 0];
  for (let at = days.length - 1; at >= half; at -= 1) {
    suffix += sign * ((days[at] as number) - mean);
    if (suffix >= best) [best, bestAt] = [suffix, at];
  }
  return bestAt;
}

/**
 * The item with most of the clicks that were gained or lost; null if none has half of them. Clicks by item,
 * in both periods.
 */
export function mostlyItem(
  now: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  isRise: boolean,
): string | null {
  const sign = isRise ? 1 : -1;
  const moved = [...new Set([...now.keys(), ...before.keys()])]
    .map((id) => ({ id, by: sign * ((now.get(id) ?? 0) - (before.get(id) ?? 0)) }))
    .filter(({ by }) => by > 0)
    .toSorted((a, b) => b.by - a.by || (a.id < b.id ? -1 : 1));
  const [first] = moved;
  const all = sum(moved.map(({ by }) => by));
  return first && first.by >= MOSTLY_LEAST && first.by * 2 > all ? first.id : null;
}

const MOSTLY_LEAST = 3;

/**
 * A change in words: "+40% from Instagram since Tuesday, mostly “Bud vase”", or "New: from Instagram since
 * Tuesday" if there was nothing before. `today`: a UTC day.
 */
export function changeWords(change: AnalyticsChange, today: string): string {
  const mostly = change.itemTitle !== null && change.by !== "item" ? `, mostly “${change.itemTitle}”` : "";
  const by = change.before === 0 ? `${NEW}:` : change.change;
  return `${by} ${subjectWords(change)} since ${dayWords(change.since, today)}${mostly}`;
}

function subjectWords({ by, value, itemTitle }: AnalyticsChange): string {
  if (by === "page") return "views";
  if (by === "item") return `clicks on “${itemTitle ?? ""}”`;
  return DIMENSION[by].changed(value ?? "");
}

const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });
const DATE = new Intl.DateTimeFormat("en", { month: "long", day: "numeric", timeZone: "UTC" });
const DAY_MS = 24 * 60 * 60_000;

function dayWords(day: string, today: string): string {
  const ageDays = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (ageDays <= 0) return "today";
  if (ageDays === 1) return "yesterday";
  return (ageDays < 7 ? WEEKDAY : DATE).format(Date.parse(day));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
