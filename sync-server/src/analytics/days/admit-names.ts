/**
 * Which names a day counts separately. A dimension has few places, and visitors' browsers choose the names:
 * the places go to the names with the most counts on this day and in the week before, and a network brings few
 * new names a day. Every other name counts as "other".
 */
import { hash } from "node:crypto";
import { DIMENSION_VALUES_MAX, type Dimension, DIMENSIONS, OTHER_VALUE } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import { findQuotas, useQuotas } from "#analytics/tables/visitor-marks";
import type { Schema } from "#database/schema";
import { isKnownSource } from "#analytics/visitor/referrer";
import { countByValues, type Sums } from "./count-by.ts";
import type { DayTable, Place, Values } from "./day-table.ts";
import { storedDays } from "./stored-days.ts";

/** The most new names of a dimension that one network brings to a page on a day. */
export const NEW_NAMES_MAX = 5;

/**
 * The most combinations that one network adds to the last half of a page's cells on a day. Beyond it only their
 * sums are counted.
 */
export const NEW_CELLS_MAX = 20;

export type NamedEvent = { userId: string; place: Place; values: Values; namesMark: string };
export type NameCounts = readonly ReadonlyMap<string, number>[];
export type Names = readonly ReadonlySet<string>[];

type Offer = { userId: string; dimension: number; name: string; events: NamedEvent[]; count: number };
type Day = {
  day: number;
  today: number;
  tableOf: (userId: string) => DayTable;
  countsBefore: (userId: string) => Promise<NameCounts>;
};

/** Returns for each owner the names that get no place, and those that lose theirs. */
export async function admitNames(
  trx: Kysely<Schema>,
  { day, today, tableOf, countsBefore }: Day,
  events: readonly NamedEvent[],
): Promise<Map<string, { refused: Names; evicted: Names }>> {
  const offers = offersOf(events, tableOf);
  await takeQuotas(trx, today, offers);
  const decided = new Map<string, { refused: Set<string>[]; evicted: Set<string>[] }>();
  const uses: { mark: string; count: number }[] = [];
  for (const [userId, ofOwner] of Map.groupBy(offers, ({ userId }) => userId)) {
    const [refused, evicted] = [noNames(), noNames()];
    decided.set(userId, { refused, evicted });
    const markOf = (dimension: number, name: string) => nameMark(userId, day, dimension, name);
    for (const [dimension, offered] of Map.groupBy(ofOwner, ({ dimension }) => dimension)) {
      const table = tableOf(userId);
      const listed = table.values[dimension] ?? [];
      const isOverQuota = offered.some(({ count }) => count === 0);
      if (!isOverQuota && listed.length + offered.length <= DIMENSION_VALUES_MAX) continue;
      const before = (await countsBefore(userId))[dimension];
      const isKnown = ({ name, count }: Offer) => count > 0 || before?.has(name) === true;
      const known = offered.filter(isKnown);
      for (const offer of offered) if (!isKnown(offer)) refused[dimension]?.add(offer.name);
      if (listed.length + known.length <= DIMENSION_VALUES_MAX) continue;
      const earlier = await findQuotas(
        trx,
        today,
        [...listed, ...known.map(({ name }) => name)].map((name) => markOf(dimension, name)),
      );
      const rankOf = (name: string, count: number) =>
        count + (before?.get(name) ?? 0) + (earlier.get(markOf(dimension, name)) ?? 0);
      const counted = countsOf(table, DIMENSIONS[dimension] as Dimension);
      const ranked = [
        ...listed.map((name) => ({ name, count: counted.get(name) ?? 0, losers: evicted })),
        ...known.map(({ name, count }) => ({ name, count, losers: refused })),
      ].toSorted((a, b) => rankOf(b.name, b.count) - rankOf(a.name, a.count));
      for (const { name, count, losers } of ranked.slice(DIMENSION_VALUES_MAX)) {
        losers[dimension]?.add(name);
        uses.push({ mark: markOf(dimension, name), count });
      }
    }
  }
  if (uses.length > 0) await useQuotas(trx, today, uses);
  return decided;
}

export async function beyondCellQuota(
  trx: Kysely<Schema>,
  today: number,
  takers: readonly NamedEvent[],
): Promise<Set<NamedEvent>> {
  const ofNetwork = Map.groupBy(takers, ({ namesMark }) => `${namesMark} cells`);
  if (ofNetwork.size === 0) return new Set();
  const used = await useQuotas(
    trx,
    today,
    [...ofNetwork].map(([mark, { length }]) => ({ mark, count: length })),
  );
  return new Set(
    [...ofNetwork].flatMap(([mark, events]) =>
      events.slice(Math.max(0, NEW_CELLS_MAX - (used.get(mark) ?? 0))),
    ),
  );
}

function offersOf(events: readonly NamedEvent[], tableOf: (userId: string) => DayTable): Offer[] {
  const offers = new Map<string, Offer>();
  for (const event of events) {
    const { userId, values } = event;
    for (const [dimension, name] of values.entries()) {
      if (name === null || name === OTHER_VALUE || tableOf(userId).hasValue(dimension, name)) continue;
      const key = JSON.stringify([userId, dimension, name]);
      const offer = offers.get(key) ?? { userId, dimension, name, events: [], count: 0 };
      offers.set(key, offer);
      offer.events.push(event);
    }
  }
  return [...offers.values()];
}

/**
 * A network brings few new names a day, or one visitor could take all places. Our own names need no quota.
 */
async function takeQuotas(trx: Kysely<Schema>, today: number, offers: readonly Offer[]): Promise<void> {
  const brought = new Map<string, Offer[]>();
  for (const offer of offers) {
    if (!isOfStrangers(DIMENSIONS[offer.dimension] as Dimension, offer.name)) {
      offer.count = offer.events.length;
      continue;
    }
    for (const mark of new Set(offer.events.map(({ namesMark }) => namesMark))) {
      const key = `${mark} ${offer.dimension}`;
      const ofNetwork = brought.get(key);
      if (ofNetwork) ofNetwork.push(offer);
      else brought.set(key, [offer]);
    }
  }
  if (brought.size === 0) return;
  const used = await useQuotas(
    trx,
    today,
    [...brought].map(([mark, { length }]) => ({ mark, count: length })),
  );
  for (const [key, ofNetwork] of brought) {
    const left = Math.max(0, NEW_NAMES_MAX - (used.get(key) ?? 0));
    for (const offer of ofNetwork.slice(0, left))
      offer.count += offer.events.filter(({ namesMark }) => key === `${namesMark} ${offer.dimension}`).length;
  }
}

const isOfStrangers = (by: Dimension, name: string): boolean =>
  by === "referrer" ? !isKnownSource(name) : by.startsWith("utm_");

const noNames = () => DIMENSIONS.map(() => new Set<string>());

/** How many days a name is remembered that has no place yet today. */
export const KNOWN_FOR_DAYS = 7;

export async function countsBefore(trx: Kysely<Schema>, userId: string, day: number): Promise<NameCounts> {
  const counts = DIMENSIONS.map(() => new Map<string, number>());
  for await (const { table } of storedDays(trx, { userId, from: day - KNOWN_FOR_DAYS, to: day - 1 }))
    for (const [dimension, sums] of counts.entries())
      for (const [name, count] of countsOf(table, DIMENSIONS[dimension] as Dimension))
        sums.set(name, (sums.get(name) ?? 0) + count);
  return counts;
}

function countsOf(table: DayTable, by: Dimension): Map<string, number> {
  const sums: Sums = new Map();
  countByValues(table, {}, [[by, sums]]);
  return new Map(
    [...sums].flatMap(([name, { views, clicks }]) =>
      name === null ? [] : [[name, views + clicks] as const],
    ),
  );
}

const nameMark = (userId: string, day: number, dimension: number, name: string): string =>
  hash("sha256", JSON.stringify([userId, day, dimension, name]), "base64url").slice(0, 22);
