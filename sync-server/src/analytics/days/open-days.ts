/**
 * The days that events are added to, cached between batches. A cached day is used only while its row has the
 * same sums: each counted event raises one of them, so any other writer is noticed.
 */
import { OTHER_VALUE } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { type DaySums, findDaySums, findPackedDays, type PackedDay } from "#analytics/tables/analytics-days";
import type { Schema } from "#database/schema";
import {
  admitNames,
  beyondCellQuota,
  countsBefore,
  type NameCounts,
  type NamedEvent,
  type Names,
} from "./admit-names.ts";
import { type Counts, DayTable, type Values, valuesOf } from "./day-table.ts";
import { packDay, unpackDay } from "./packed-day.ts";

/** About 20 MB. */
const NUMBERS_AT_MOST = 1_000_000;

type Cached = { table: DayTable; sums: Counts };
type Open = {
  admit(events: readonly NamedEvent[], today: number): Promise<void>;
  add(event: NamedEvent, counts: Counts): void;
  rows(): PackedDay[];
};

export class OpenDays {
  readonly #days = new LRUCache<string, Cached>({
    maxSize: NUMBERS_AT_MOST,
    sizeCalculation: ({ table }) => table.size + 100,
  });

  readonly #before = new LRUCache<string, NameCounts>({ max: 100 });

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
    const refused = new Map<string, Names>();
    let withoutCell: ReadonlySet<NamedEvent> = new Set();
    const before = async (userId: string) => {
      const key = keyOf(userId, day);
      const counts = this.#before.get(key) ?? (await countsBefore(trx, userId, day));
      this.#before.set(key, counts);
      return counts;
    };
    const tableOf = (userId: string) => (opened.get(userId) as Cached).table;
    return {
      async admit(events, today) {
        const decided = await admitNames(trx, { day, today, tableOf, countsBefore: before }, events);
        for (const [userId, names] of decided) {
          refused.set(userId, names.refused);
          const cached = opened.get(userId) as Cached;
          if (names.evicted.some(({ size }) => size > 0)) cached.table = cached.table.without(names.evicted);
        }
        const takers = [...Map.groupBy(events, ({ userId }) => userId)].flatMap(([userId, ofOwner]) =>
          ofOwner.filter(({ place, values }, ahead) =>
            tableOf(userId).takesLastCell(place, admitted(values, refused.get(userId)), ahead),
          ),
        );
        withoutCell = await beyondCellQuota(trx, today, takers);
      },
      add(event, counts) {
        const { userId, place, values } = event;
        const { table, sums } = opened.get(userId) as Cached;
        table.add(place, admitted(values, refused.get(userId)), counts, !withoutCell.has(event));
        sums.views += counts.views;
        sums.clicks += counts.clicks;
        if (place.kind === "page") sums.visitors += counts.visitors;
      },
      rows: () =>
        [...opened].map(([userId, { table, sums }]) => ({ userId, day, ...sums, packed: packDay(table) })),
    };
  }
}

const admitted = (values: Values, refused: Names | undefined): Values =>
  valuesOf((_, at) => {
    const value = values[at] ?? null;
    return value !== null && refused?.[at]?.has(value) ? OTHER_VALUE : value;
  });

const keyOf = (userId: string, day: number) => `${userId} ${day}`;

const isSame = (a: Counts, b: Counts) =>
  a.views === b.views && a.clicks === b.clicks && a.visitors === b.visitors;
