/** What changed from the days before a range to the range, in plain words. */
import { type AnalyticsChange, OTHER_VALUE } from "./analytics.ts";
import { DIMENSION } from "./analytics-dimensions.ts";
import { changeOf, NEW } from "./values/percent.ts";

/**
 * `before` and `now`: views (clicks of an item) in both periods. `days`: per day, the oldest first, read only
 * for few series.
 */
export type ChangeSeries = Pick<AnalyticsChange, "by" | "value" | "before" | "now"> & {
  days: () => readonly number[];
};
export type FoundChange = Omit<AnalyticsChange, "itemId" | "itemTitle">;

export const CHANGES_MAX = 5;
/** Smaller differences are chance or not worth a sentence. */
const LEAST_DIFFERENCE = 5;
/** In standard deviations of two counts' difference (Poisson). */
const LEAST_DEVIATIONS = 3;

/**
 * The largest difference first. `series`: the page's own first, then possibly very many. `firstDay`: the date
 * of their first day, in ms.
 */
export function whatChanged(series: Iterable<ChangeSeries>, firstDay: number): FoundChange[] {
  let growth = 1;
  const largest: ChangeSeries[] = [];
  for (const each of series) {
    if (each.by === "page") growth = each.before === 0 ? 1 : each.now / each.before;
    const least = largest[CHANGES_MAX - 1];
    if ((least && differenceOf(each) <= differenceOf(least)) || !isChange(each, growth)) continue;
    largest.push(each);
    largest.sort((a, b) => differenceOf(b) - differenceOf(a));
    largest.length = Math.min(largest.length, CHANGES_MAX);
  }
  return largest.map(({ by, value, before, now, days }) => {
    const since = new Date(firstDay + firstOfChange(days()) * DAY_MS).toISOString().slice(0, 10);
    return { by, value, change: changeOf(now, before), now, before, since };
  });
}

const differenceOf = ({ before, now }: Pick<ChangeSeries, "before" | "now">) => Math.abs(now - before);

function isChange({ by, value, before, now }: ChangeSeries, growth: number): boolean {
  if (value === OTHER_VALUE || (value === null && by !== "page")) return false;
  if (differenceOf({ before, now }) < LEAST_DIFFERENCE || !differs(now, before)) return false;
  // An in-app browser is the referrer of that app.
  return !(isOfVisitor(by) && (!differs(now, before, growth) || value?.endsWith(" app")));
}

const isOfVisitor = (by: AnalyticsChange["by"]): boolean =>
  by !== "page" && by !== "item" && DIMENSION[by].of === "visitor";

/** Whether `now` differs from `before` × `growth` by more than chance. */
const differs = (now: number, before: number, growth = 1): boolean =>
  Math.abs(now - before * growth) >= LEAST_DEVIATIONS * Math.sqrt(now + before * growth ** 2);

/** Where the counts differ most from their mean (CUSUM). */
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

/** The item with at least half of the gained or lost clicks, or null. */
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
 * "+40% from Instagram since Tuesday, mostly “Bud vase”", or "New: from Instagram since Tuesday" if there was
 * nothing before. `today`: a UTC day.
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
