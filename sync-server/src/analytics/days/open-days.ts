/**
 * The days that events are added to, cached between batches. A cached day is used only while its row has the
 * same sums: each counted event raises one of them, so any other writer is noticed.
 */
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import {
  type DaySums,
  findDaySums,
  findPackedDays,
  type PackedDay,
} from "#database/analytics/analytics-days";
import type { Schema } from "#database/schema";
import { type Counts, DayTable, type Place, type Values } from "./day-table.ts";
import { packDay, unpackDay } from "./packed-day.ts";

/** The most cached numbers, about 20 MB. */
const NUMBERS_AT_MOST = 1_000_000;

type Cached = { table: DayTable; sums: Counts };
type Open = {
  add(userId: string, place: Place, values: Values, counts: Counts): void;
  /** The changed rows of all owners. */
  rows(): PackedDay[];
};

export class OpenDays {
  readonly #days = new LRUCache<string, Cached>({
    maxSize: NUMBERS_AT_MOST,
    sizeCalculation: ({ table }) => table.size + 100,
  });

  #uncommitted: (() => void)[] = [];

  /** Runs `act` and, if it succeeds, caches the days that it opened. Call it one at a time. */
  async during<T>(act: () => Promise<T>): Promise<T> {
    this.#uncommitted = [];
    const result = await act();
    for (const cache of this.#uncommitted) cache();
    return result;
  }

  async open(trx: Kysely<Schema>, day: number, userIds: readonly string[]): Promise<Open> {
    const stored = new Map((await findDaySums(trx, day, userIds)).map((sums) => [sums.userId, sums]));
    const opened = new Map<string, Cached>();
    const missing: string[] = [];
    for (const userId of userIds) {
      const sums = stored.get(userId);
      const cached = this.#days.get(keyOf(userId, day));
      if (!sums) opened.set(userId, { table: new DayTable(), sums: { views: 0, clicks: 0, visitors: 0 } });
      else if (cached && isSame(cached.sums, sums)) opened.set(userId, cached);
      else missing.push(userId);
    }
    for (const { userId, packed } of await findPackedDays(trx, day, missing)) {
      const { views, clicks, visitors } = stored.get(userId) as DaySums;
      opened.set(userId, { table: unpackDay(packed), sums: { views, clicks, visitors } });
    }
    // Until the commit, the tables differ from their rows.
    for (const userId of userIds) this.#days.delete(keyOf(userId, day));
    this.#uncommitted.push(() => {
      for (const [userId, cached] of opened) this.#days.set(keyOf(userId, day), cached);
    });
    return {
      add(userId, place, values, counts) {
        const { table, sums } = opened.get(userId) as Cached;
        table.add(place, values, counts);
        sums.views += counts.views;
        sums.clicks += counts.clicks;
        if (place.kind === "page") sums.visitors += counts.visitors;
      },
      rows: () =>
        [...opened].map(([userId, { table, sums }]) => ({ userId, day, ...sums, packed: packDay(table) })),
    };
  }
}

const keyOf = (userId: string, day: number) => `${userId} ${day}`;

const isSame = (a: Counts, b: Counts) =>
  a.views === b.views && a.clicks === b.clicks && a.visitors === b.visitors;
