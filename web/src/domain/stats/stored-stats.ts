import { rangeFigures, type RangeFigures, type SeriesUnit } from "@shelv/contract/analytics";
import type { Dimension } from "@shelv/contract/analytics-dimensions";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import * as v from "valibot";
import type { LocalStore } from "#local-store/local-store";
import { bootQuery, type ReadableStore } from "#local-store/readable-store";
import type { Owner } from "#session/owner-context.tsx";

export const STORED_VIEWS_MAX = 40;
const INDEX_KEY = "stats";

/** A preset has one key on all days, so that yesterday's figures are found. */
export type StatsAsked = {
  range: { from: string; to: string };
  /** Null for chosen days. */
  preset: number | null;
  unit: SeriesUnit;
  filter: { by: Dimension; value: string | null } | null;
  itemId: string | undefined;
};
/** `at`: when the server sent them, by this device's clock. */
export type KnownStats = { figures: RangeFigures; at: number };

export const statsKey = ({ range, preset, filter, itemId }: Omit<StatsAsked, "unit">): string =>
  `${INDEX_KEY} ${JSON.stringify([preset ?? [range.from, range.to], itemId ?? null, filter && [filter.by, filter.value]])}`;

/** The key says which view: while one is read, the query still has the last one's result. */
export const knownStats = bootQuery(
  async (store: ReadableStore, key: string): Promise<{ key: string; known: KnownStats | null }> => {
    const row = await store.lastKnown.get(key);
    const read = v.safeParse(rangeFigures, row?.value);
    return { key, known: row && read.success ? { figures: read.output, at: row.at } : null };
  },
);

export async function refreshStats(
  { readStore, call }: Pick<Owner, "readStore" | "call">,
  asked: StatsAsked,
  signal?: AbortSignal,
): Promise<void> {
  const figures = await call(analyticsRoutes.range, {
    query: queryOf(asked),
    ...(signal ? { signal } : {}),
  });
  await readStore((store) => storeStats(store, statsKey(asked), figures));
}

const queryOf = ({ range, unit, filter, itemId }: StatsAsked): Record<string, string> => ({
  ...range,
  unit,
  ...(itemId === undefined ? {} : { itemId }),
  ...(filter === null ? {} : { filterBy: filter.by, filterValue: filter.value ?? "" }),
});

export const storeStats = (
  store: LocalStore,
  key: string,
  figures: RangeFigures,
  at = Date.now(),
): Promise<void> =>
  store.transaction("rw", store.lastKnown, async () => {
    const keys = [...(await storedKeys(store)).filter((stored) => stored !== key), key];
    await store.lastKnown.bulkDelete(keys.splice(0, keys.length - STORED_VIEWS_MAX));
    await store.lastKnown.bulkPut([
      { key, value: figures, at },
      { key: INDEX_KEY, value: keys, at },
    ]);
  });

/** A reset of the item's counts makes them wrong. */
export const forgetStatsOfItem = (store: LocalStore, itemId: string, butKey: string): Promise<void> =>
  store.transaction("rw", store.lastKnown, async () => {
    const keys = await storedKeys(store);
    const gone = keys.filter((key) => key !== butKey && key.includes(itemId));
    await store.lastKnown.bulkDelete(gone);
    await store.lastKnown.put({
      key: INDEX_KEY,
      value: keys.filter((key) => !gone.includes(key)),
      at: Date.now(),
    });
  });

async function storedKeys(store: LocalStore): Promise<string[]> {
  const read = v.safeParse(v.array(v.string()), (await store.lastKnown.get(INDEX_KEY))?.value);
  return read.success ? read.output : [];
}
