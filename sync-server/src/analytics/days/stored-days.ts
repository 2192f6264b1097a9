/**
 * The tables of an account's days, as stored. Sums of all time are stored up to some day, so that they need
 * only the newest days.
 */
import { setImmediate } from "node:timers/promises";
import { ANALYTICS_MAX_DAYS } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import {
  DELETED_DAYS,
  deleteOldestDays,
  findDaySums,
  hasDaysUpTo,
  ownersWithDays,
  readPackedDays,
  readTotal,
  writeDays,
  writeTotal,
} from "#analytics/tables/analytics-days";
import { lockVisitsOf } from "#analytics/tables/tracked-pages";
import { write } from "#database/transaction";
import type { Schema } from "#database/schema";
import { oldFrom } from "#jobs/sweep-clock";
import { DAY_MS, dayOf } from "#analytics/day";
import { type Counts, DayTable, NO_VALUES } from "./day-table.ts";
import { addCounts, countByItem, countByShelf, noCounts, totalOf } from "./count-by.ts";
import { packDay, unpackDay } from "./packed-day.ts";

export type StoredDay = { day: number; table: DayTable };
type Range = { userId: string; from: number; to: number };

export const ALWAYS = { from: -1_000_000, to: 1_000_000 };
const DAYS_AT_ONCE = 20;
/** How long work with one account's days runs before other requests do. */
const SLICE_MS = 8;

export type AllTime = { clicksOfItem: Map<string, number>; ofShelf: Map<string, Counts> };

export async function readAllTime(db: Kysely<Schema>, userId: string): Promise<AllTime> {
  const all: AllTime = { clicksOfItem: new Map(), ofShelf: new Map() };
  const add = (table: DayTable) => {
    countByItem(table, {}, all.clicksOfItem);
    countByShelf(table, all.ofShelf);
  };
  const total = await readTotal(db, userId);
  if (total) add(unpackDay(total.packed));
  const from = total ? total.throughDay + 1 : ALWAYS.from;
  for await (const { table } of storedDays(db, { userId, from, to: ALWAYS.to })) add(table);
  return all;
}

/**
 * Yields each day, oldest first, and unpacks it when a reader requests it. A day is valid until the next one:
 * only one is in memory, in one array. Other requests run in between.
 */
export async function* storedDays(db: Kysely<Schema>, range: Range): AsyncGenerator<StoredDay> {
  const cells: number[] = [];
  let pausedAt = performance.now();
  for (let { from } = range; ;) {
    const rows = await readPackedDays(db, { ...range, from }, DAYS_AT_ONCE);
    for (const { day, packed } of rows) {
      if (performance.now() - pausedAt >= SLICE_MS) {
        await setImmediate();
        pausedAt = performance.now();
      }
      yield { day, table: unpackDay(packed, cells) };
      from = day + 1;
    }
    if (rows.length < DAYS_AT_ONCE) return;
  }
}

export const packedRow = (userId: string, day: number, table: DayTable) => ({
  userId,
  day,
  ...totalOf(table, {}),
  packed: packDay(table),
});

/**
 * Days that still change: late events arrive for the two days before today, and one more because of clocks.
 */
const OPEN_DAYS = 3;
const OWNERS_PER_STEP = 20;

/** In other time zones it is still the day before. */
const RETENTION_MS = (ANALYTICS_MAX_DAYS + 1) * DAY_MS;
const DELETED_PER_STEP = 100;

/**
 * Adds days that no event can reach any more to the sums of all time, and deletes those that no plan shows. The
 * cursor is the last owner.
 */
export async function* sumUpDays(
  { writer, reader }: { writer: Kysely<Schema>; reader: Kysely<Schema> },
  { now, seenMs }: { now: Date; seenMs: number },
  from: string | null,
): AsyncGenerator<string> {
  const to = dayOf(now.getTime()) - OPEN_DAYS;
  const deletable = dayOf(oldFrom(RETENTION_MS, { now, seenMs }));
  for (let after = from ?? ""; ;) {
    const owners = await ownersWithDays(reader, after, OWNERS_PER_STEP);
    for (const userId of owners) {
      while (await write(writer, null, (trx) => sumUpNext(trx, userId, to))) yield after;
      while (
        (await hasDaysUpTo(reader, userId, deletable)) &&
        (await write(writer, null, (trx) => deleteNext(trx, userId, deletable)))
      )
        yield after;
      after = userId;
      yield after;
    }
    if (owners.length < OWNERS_PER_STEP) return;
  }
}

async function sumUpNext(trx: Kysely<Schema>, userId: string, to: number): Promise<boolean> {
  await lockVisitsOf(trx, userId);
  const total = await readTotal(trx, userId);
  const from = total ? total.throughDay + 1 : ALWAYS.from;
  const days = await readPackedDays(trx, { userId, from, to }, DAYS_AT_ONCE);
  const last = days.at(-1);
  if (last === undefined) return false;
  const sum = total ? unpackDay(total.packed) : new DayTable();
  for (const { packed } of days) addSums(sum, unpackDay(packed));
  await writeTotal(trx, userId, { throughDay: last.day, packed: packDay(sum) });
  return days.length === DAYS_AT_ONCE;
}

async function deleteNext(trx: Kysely<Schema>, userId: string, to: number): Promise<boolean> {
  await lockVisitsOf(trx, userId);
  const total = await readTotal(trx, userId);
  if (!total) return false;
  const sums = await deleteOldestDays(trx, { userId, to: Math.min(to, total.throughDay) }, DELETED_PER_STEP);
  if (!sums) return false;
  const [before] = await findDaySums(trx, DELETED_DAYS, [userId]);
  if (before) addCounts(sums, before);
  await writeDays(trx, [{ userId, day: DELETED_DAYS, ...sums, packed: packDay(new DayTable()) }]);
  return true;
}

function addSums(sum: DayTable, table: DayTable): void {
  const [clicksOfItem, ofShelf] = [new Map<string, number>(), new Map<string, Counts>()];
  countByItem(table, {}, clicksOfItem);
  countByShelf(table, ofShelf);
  for (const [itemId, clicks] of clicksOfItem)
    sum.add({ kind: "item", itemId, shelfId: null }, NO_VALUES, { ...noCounts(), clicks });
  for (const [shelfId, counts] of ofShelf) sum.add({ kind: "shelf", shelfId }, NO_VALUES, counts);
}
