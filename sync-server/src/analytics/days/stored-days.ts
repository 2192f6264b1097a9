/**
 * The days of an account. Sums of all time are stored up to some day, so that they need only the newest days.
 */
import { setImmediate } from "node:timers/promises";
import { ANALYTICS_MAX_DAYS } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import {
  type DayRange,
  deleteDays,
  findDays,
  oldestDays,
  ownersWithDays,
  readDays,
  readTotal,
  type StoredDay,
  type Total,
  writeTotal,
} from "#analytics/tables/analytics-days";
import { lockVisitsOf } from "#analytics/tables/tracked-pages";
import { write } from "#database/transaction";
import type { Schema } from "#database/schema";
import { oldFrom } from "#jobs/sweep-clock";
import { DAY_MS, dayOf } from "#analytics/day";
import { addTo, clicksOfItems, countsOfShelves, type Day, totalOf } from "./count-by.ts";
import { DayTable } from "./day-table.ts";

const LAST_DAY = 1_000_000;
export const ALWAYS = { from: 0, to: LAST_DAY };
const DAYS_AT_ONCE = 20;
/** How long work with one account's days runs before other requests. */
const SLICE_MS = 8;

/** Oldest first; parses each when it is requested. Other requests run in between. */
export async function* storedDays(
  db: Kysely<Schema>,
  range: DayRange,
  { withPairs }: { withPairs: boolean } = { withPairs: false },
): AsyncGenerator<Day> {
  let pausedAt = performance.now();
  for (let { from } = range; ;) {
    const rows = await readDays(db, { ...range, from }, { limit: DAYS_AT_ONCE, withPairs });
    for (const { day, ...stored } of rows) {
      if (performance.now() - pausedAt >= SLICE_MS) {
        await setImmediate();
        pausedAt = performance.now();
      }
      yield { day, table: new DayTable(stored) };
      from = day + 1;
    }
    if (rows.length < DAYS_AT_ONCE) return;
  }
}

/** These owners' tables of a day, to which events are added. */
export async function openDays(
  trx: Kysely<Schema>,
  day: number,
  userIds: readonly string[],
): Promise<Map<string, DayTable>> {
  const stored = new Map((await findDays(trx, day, userIds)).map((row) => [row.userId, row]));
  return new Map(userIds.map((userId) => [userId, new DayTable(stored.get(userId))]));
}

export const dayRow = (userId: string, day: number, table: DayTable): StoredDay => ({
  userId,
  day,
  ...totalOf({ day, table }, {}),
  ...table.stored(),
});

export async function readAllTime(db: Kysely<Schema>, userId: string): Promise<Total> {
  const total = await readTotal(db, userId);
  for await (const day of storedDays(db, { userId, from: total.throughDay + 1, to: LAST_DAY }))
    addDay(total, day);
  return total;
}

function addDay(total: Total, day: Day): void {
  const { views, clicks } = totalOf(day, {});
  total.views += views;
  total.clicks += clicks;
  for (const [itemId, clicks] of clicksOfItems(day))
    total.clicksOfItem.set(itemId, (total.clicksOfItem.get(itemId) ?? 0) + clicks);
  for (const [shelfId, counts] of countsOfShelves(day)) addTo(total.ofShelf, shelfId, counts);
  total.throughDay = day.day;
}

/** Late events arrive for the two days before today, and one more because of clocks. */
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
        (await oldestDays(reader, { userId, to: deletable }, 1)).length > 0 &&
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
  const range = { userId, from: total.throughDay + 1, to };
  const days = await readDays(trx, range, { limit: DAYS_AT_ONCE, withPairs: false });
  if (days.length === 0) return false;
  for (const { day, counts } of days) addDay(total, { day, table: new DayTable({ counts }) });
  await writeTotal(trx, userId, total);
  return days.length === DAYS_AT_ONCE;
}

async function deleteNext(trx: Kysely<Schema>, userId: string, deletable: number): Promise<boolean> {
  await lockVisitsOf(trx, userId);
  const { throughDay } = await readTotal(trx, userId);
  const days = await oldestDays(trx, { userId, to: Math.min(deletable, throughDay) }, DELETED_PER_STEP);
  const last = days.at(-1);
  if (last) await deleteDays(trx, { userId, to: last.day });
  return last !== undefined;
}
