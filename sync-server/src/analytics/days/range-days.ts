import type { Kysely } from "kysely";
import { readResets, type Reset } from "#analytics/tables/analytics-resets";
import type { Schema } from "#database/schema";
import { countedBefore, subtract } from "#analytics/reset-item";
import {
  addCounts,
  type AskedSums,
  countByItem,
  countByValues,
  type Filter,
  noCounts,
  type Sums,
  totalOf,
} from "./count-by.ts";
import type { Counts, DayTable } from "./day-table.ts";
import { storedDays } from "./stored-days.ts";

export type AskedRange = { userId: string; from: number; to: number; filter: Filter };
export type Day = { day: number; table: DayTable; before: DayTable | null };
export type Resets = ReadonlyMap<string, Reset>;

export async function* daysOf(
  reader: Kysely<Schema>,
  range: AskedRange,
  resets: Resets,
): AsyncGenerator<Day> {
  const { itemId } = range.filter;
  const reset = itemId === undefined ? undefined : resets.get(itemId);
  for await (const { day, table } of storedDays(reader, range)) {
    const before = countedBefore(reset, day);
    if (before !== "all") yield { day, table, before };
  }
}

export const resetsFor = (reader: Kysely<Schema>, { userId, filter }: AskedRange): Promise<Resets> =>
  filter.itemId === undefined ? Promise.resolve(new Map<string, Reset>()) : readResets(reader, userId);

export function countDay({ table, before }: Day, filter: Filter, asked: AskedSums): Counts {
  const total = countByValues(table, filter, asked);
  if (before === null) return total;
  const old = asked.map(([by, sums]) => ({ by, sums, before: new Map() as Sums }));
  subtract(
    total,
    countByValues(
      before,
      filter,
      old.map(({ by, before }) => [by, before]),
    ),
  );
  for (const { sums, before } of old)
    for (const [value, counts] of before) {
      const sum = sums.get(value);
      if (sum) subtract(sum, counts);
    }
  return total;
}

export function totalOfDay({ table, before }: Day, filter: Filter): Counts {
  const total = totalOf(table, filter);
  if (before !== null) subtract(total, totalOf(before, filter));
  return total;
}

export function addTo(days: Map<number, Counts>, day: number, counts: Counts): void {
  const sum = days.get(day) ?? noCounts();
  addCounts(sum, counts);
  days.set(day, sum);
}

export function addItemClicks(
  sums: Map<string, number>,
  { day, table }: { day: number; table: DayTable },
  { filter, resets, isRough = false }: { filter: Filter; resets: Resets; isRough?: boolean },
): void {
  const ofDay = new Map<string, number>();
  countByItem(table, filter, ofDay, { isRough });
  for (const [itemId, clicks] of ofDay) {
    const before = countedBefore(resets.get(itemId), day);
    if (before === "all") continue;
    const old = new Map<string, number>();
    if (before !== null) countByItem(before, filter, old);
    const left = clicks - (old.get(itemId) ?? 0);
    if (left > 0) sums.set(itemId, (sums.get(itemId) ?? 0) + left);
  }
}
