/**
 * What only the server can count. The screen shows what it last told this device, offline as well, and says how old that
 * is; while the screen is open and there is a network, it is never older than five minutes.
 */
import { activity, dayCounts, popularItem, shelfAnalytics, summaryAnalytics } from "@shelv/contract/analytics";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import * as v from "valibot";
import { call } from "#api/call";
import type { LocalStore } from "#local-store/local-store";

export const STALE_AFTER_MS = 5 * 60_000;
const KEY = "figures";

const figures = v.object({
  summary: summaryAnalytics,
  shelves: shelfAnalytics,
  popularItems: v.array(popularItem),
  activities: v.array(activity),
  series: v.array(dayCounts),
});
export type Figures = v.InferOutput<typeof figures>;
/** `at` is when the server told them, by this device's clock. */
export type KnownFigures = Figures & { at: number };

/** Null where this device has none, or has them in a shape that an older build kept. */
export async function knownFigures(store: LocalStore): Promise<KnownFigures | null> {
  const known = await store.lastKnown.get(KEY);
  const read = v.safeParse(figures, known?.value);
  return known && read.success ? { ...read.output, at: known.at } : null;
}

/** Figures from the future were kept under another clock: nothing says how old they are. */
export const isStale = (known: Pick<KnownFigures, "at"> | null, now: number): boolean =>
  known === null || now - known.at >= STALE_AFTER_MS || known.at > now;

/** Throws where the server does not answer; what was known stays. */
export async function refreshFigures(store: LocalStore): Promise<void> {
  const [summary, shelves, popularItems, activities, series] = await Promise.all([
    call(analyticsRoutes.summary), call(analyticsRoutes.shelves), call(analyticsRoutes.popularItems), call(analyticsRoutes.activities), call(analyticsRoutes.series),
  ]);
  const value: Figures = { summary, shelves, popularItems, activities, series };
  await store.lastKnown.put({ key: KEY, value, at: Date.now() });
}
