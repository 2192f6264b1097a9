/**
 * The tables of an account's days, as stored: packed days, and rows of the older form, which count until a
 * job has moved them. Sums of all time are stored up to some day, so that they need only the newest days.
 */
import { setImmediate } from "node:timers/promises";
import { ANALYTICS_MAX_DAYS } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import {
  DELETED_DAYS,
  deleteOldCounts,
  deleteOldestDays,
  deleteTotal,
  findDaySums,
  findPackedDays,
  hasDaysUpTo,
  hasOldCounts,
  nextOldOwner,
  type OldCount,
  ownersWithDays,
  readDaySums,
  readOldCounts,
  readPackedDays,
  readTotal,
  writeDays,
  writeTotal,
} from "#database/analytics/analytics-days";
import { lockVisitsOf } from "#database/analytics/tracked-pages";
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
/** How many days one statement reads. */
const DAYS_AT_ONCE = 20;
/** How long work with one account's days runs before other requests do. */
const SLICE_MS = 8;

/** Yields each day once, oldest first. A day is valid until the next one. Other requests run in between. */
export async function* storedDays(db: Kysely<Schema>, range: Range): AsyncGenerator<StoredDay> {
  const old = oldDays(await readOldCounts(db, range));
  for await (const stored of packedDays(db, range)) {
    for (; old[0] && old[0].day < stored.day; old.shift()) yield old[0];
    if (old[0]?.day === stored.day) stored.table.merge((old.shift() as StoredDay).table);
    yield stored;
  }
  yield* old;
}

/** Views, clicks and visitors of the page on each day with counts, oldest first. */
export async function pageDays(db: Kysely<Schema>, range: Range): Promise<({ day: number } & Counts)[]> {
  const days = new Map<number, Counts>();
  const add = (day: number, counts: Counts) => {
    const sum = days.get(day) ?? noCounts();
    addCounts(sum, counts);
    days.set(day, sum);
  };
  for (const { day, ...counts } of await readDaySums(db, range)) add(day, counts);
  for (const { kind, day, views, clicks } of await readOldCounts(db, range))
    if (kind === "page") add(day, { views, clicks, visitors: 0 });
  return [...days].map(([day, counts]) => ({ day, ...counts })).toSorted((a, b) => a.day - b.day);
}

export type AllTime = { clicksOfItem: Map<string, number>; ofShelf: Map<string, Counts> };

/** Reads all counts; resets are ignored. */
export async function readAllTime(db: Kysely<Schema>, userId: string): Promise<AllTime> {
  const all: AllTime = { clicksOfItem: new Map(), ofShelf: new Map() };
  const add = (table: DayTable) => {
    countByItem(table, {}, all.clicksOfItem);
    countByShelf(table, all.ofShelf);
  };
  const total = await readTotal(db, userId);
  if (total) add(unpackDay(total.packed));
  // A moved day is in no stored sum: the job that moves it deletes them.
  for (const { table } of oldDays(await readOldCounts(db, { userId, ...ALWAYS }))) add(table);
  const from = total ? total.throughDay + 1 : ALWAYS.from;
  for await (const { table } of packedDays(db, { userId, from, to: ALWAYS.to })) add(table);
  return all;
}

/**
 * Unpacks each day when a reader requests it. A day is valid until the next one: only one is in memory, in
 * one array.
 */
async function* packedDays(db: Kysely<Schema>, range: Range): AsyncGenerator<StoredDay> {
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

/** The page's clicks are those of its items; its other clicks are counted for the page alone. */
function oldDays(rows: readonly OldCount[]): StoredDay[] {
  const days = Map.groupBy(rows, ({ day }) => day);
  return [...days].toSorted(([a], [b]) => a - b).map(([day, ofDay]) => ({ day, table: tableOf(ofDay) }));
}

function tableOf(rows: readonly OldCount[]): DayTable {
  const table = new DayTable();
  const page = noCounts();
  for (const { kind, subjectId, views, clicks } of rows) {
    const counts = { views, clicks, visitors: 0 };
    if (kind === "page") addCounts(page, counts);
    else if (kind === "shelf") table.add({ kind: "shelf", shelfId: subjectId }, NO_VALUES, counts);
    else {
      page.clicks -= clicks;
      table.add({ kind: "item", itemId: subjectId, shelfId: null }, NO_VALUES, counts);
    }
  }
  table.add({ kind: "page", shelfIds: [] }, NO_VALUES, { ...page, clicks: Math.max(0, page.clicks) });
  return table;
}

const OLD_DAYS_PER_STEP = 30;

/** Moves rows of the older form into packed days, the days of one owner per step. */
export async function* moveOldCounts(writer: Kysely<Schema>): AsyncGenerator<void> {
  while (await write(writer, null, moveNext)) yield;
}

async function moveNext(trx: Kysely<Schema>): Promise<boolean> {
  const next = await nextOldOwner(trx);
  if (!next) return false;
  await lockVisitsOf(trx, next.userId);
  const range = { userId: next.userId, from: next.day, to: next.day + OLD_DAYS_PER_STEP - 1 };
  for (const { day, table } of oldDays(await readOldCounts(trx, range))) {
    const [stored] = await findPackedDays(trx, day, [next.userId]);
    const merged = stored ? unpackDay(stored.packed) : new DayTable();
    merged.merge(table);
    await writeDays(trx, [packedRow(next.userId, day, merged)]);
  }
  await deleteOldCounts(trx, range);
  await deleteTotal(trx, next.userId);
  return true;
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

/** Adds the next days to the sum. False if none is left. */
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

/** Deletes the next days that are in the sum. False if none is left. */
async function deleteNext(trx: Kysely<Schema>, userId: string, to: number): Promise<boolean> {
  await lockVisitsOf(trx, userId);
  // Counts of the older form have the sum computed again, for which all days are needed.
  const total = (await hasOldCounts(trx, userId)) ? undefined : await readTotal(trx, userId);
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
