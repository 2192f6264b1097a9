/**
 * Only the server can count these: stored to show offline with their age. While the dashboard is open and
 * online they are at most five minutes old, and not older than the last pull.
 */
import { figures, type RangeFigures, SERIES_DEFAULT_DAYS } from "@shelv/contract/analytics";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import * as v from "valibot";
import { NoNetwork } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { type ReadableStore, bootQuery } from "#local-store/readable-store";
import type { Owner } from "#session/owner-context.tsx";
import { knownStats, statsKey, storeStats } from "./stored-stats";

export const STALE_AFTER_MS = 5 * 60_000;
const KEY = "figures";

const topItem = v.object({ itemId: v.string(), title: v.string() });

const storedFigures = v.object({
  ...v.omit(figures, ["series"]).entries,
  /** What visitors opened most on the chart's last day. */
  topOfDay: v.optional(v.nullable(topItem), null),
  cursor: v.number(),
  isBlocked: v.boolean(),
});
export type KnownFigures = v.InferOutput<typeof storedFigures> & { at: number };

export const knownFigures = bootQuery(async (store: ReadableStore): Promise<KnownFigures | null> => {
  const known = await store.lastKnown.get(KEY);
  const read = v.safeParse(storedFigures, known?.value);
  return known && read.success ? { ...read.output, at: known.at } : null;
});

const CHART_KEY = statsKey({
  range: { from: "", to: "" },
  preset: SERIES_DEFAULT_DAYS,
  filter: null,
  itemId: undefined,
});

/** The stats' last 30 days: both screens show the same counts. */
export const chartStats = bootQuery((store: ReadableStore) => knownStats(store, CHART_KEY));

/** When the dashboard's figures were fetched: an older view of the stats would show other counts. */
export const figuresAt = async (store: ReadableStore): Promise<number> =>
  (await store.lastKnown.get(KEY))?.at ?? 0;

export const cursorHere = bootQuery(
  async (store: ReadableStore): Promise<number> => (await store.meta.get("sync"))?.cursor ?? 0,
);

/** Figures from the future come from another clock. `chartAt`: the stats may have refreshed the chart. */
export const isStale = (
  known: Pick<KnownFigures, "at" | "cursor"> | null,
  now: number,
  cursor: number,
  chartAt: number | undefined,
): boolean =>
  known === null ||
  now - known.at >= STALE_AFTER_MS ||
  known.at > now ||
  known.cursor !== cursor ||
  known.at !== chartAt;

export async function refreshFigures(
  { readStore, call }: Pick<Owner, "readStore" | "call">,
  cursor: number,
): Promise<void> {
  const [counted, chart] = await Promise.all([askForFigures(call), call(analyticsRoutes.range)]);
  const topOfDay = await askForTopOfDay(call, chart);
  await readStore((store) => storeFigures(store, { ...counted, topOfDay, cursor }, chart));
}

async function askForTopOfDay(call: Owner["call"], { to, series }: RangeFigures) {
  if (series.at(-1)?.clicks === 0) return null;
  const { items } = await call(analyticsRoutes.range, { query: { from: to, to } });
  return items.find(({ clicks }) => clicks > 0) ?? null;
}

/** A content blocker may stop it: no blocker knows the second address. */
async function askForFigures(call: Owner["call"]) {
  try {
    const [summary, shelves, popularItems, activities] = await Promise.all([
      call(analyticsRoutes.summary),
      call(analyticsRoutes.shelves),
      call(analyticsRoutes.popularItems),
      call(analyticsRoutes.activities),
    ]);
    return { summary, shelves, popularItems, activities, isBlocked: false };
  } catch (error) {
    if (!(error instanceof NoNetwork)) throw error;
    const { series: _, ...received } = await call(analyticsRoutes.overview);
    return { ...received, isBlocked: true };
  }
}

export const storeFigures = (
  store: LocalStore,
  value: Omit<KnownFigures, "at">,
  chart: RangeFigures,
): Promise<void> =>
  store.transaction("rw", [store.lastKnown, store.meta], async () => {
    const [known, here] = await Promise.all([knownFigures(store), cursorHere(store)]);
    if (known?.cursor === here && value.cursor !== here) return;
    const at = Date.now();
    await store.lastKnown.put({ key: KEY, value, at });
    await storeStats(store, CHART_KEY, chart, at);
  });
