/**
 * Which names a day counts separately. A dimension has few places, and visitors' browsers choose the names:
 * the places go to the names with the most counts on this day and in the week before, and a network brings few
 * new names a day. Every other name counts as "other".
 */
import { hash } from "node:crypto";
import { DIMENSION_VALUES_MAX, OTHER_VALUE } from "@shelv/contract/analytics";
import { DIMENSION, type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import type { Kysely } from "kysely";
import { findQuotas, useQuotas } from "#analytics/tables/visitor-marks";
import type { Schema } from "#database/schema";
import { isKnownSource } from "#analytics/visitor/referrer";
import { countByValues, type Sums } from "./count-by.ts";
import { type DayTable, type Place, type Values, valuesOf } from "./day-table.ts";
import { storedDays } from "./stored-days.ts";

/** The most new names of a dimension that one network brings to a page on a day. */
export const NEW_NAMES_MAX = 5;

/**
 * The most combinations that one network adds to the last half of a page's cells on a day. Beyond it only their
 * sums are counted.
 */
export const NEW_CELLS_MAX = 20;

/** How many days a name is remembered that has no place yet today. */
export const KNOWN_FOR_DAYS = 7;

export type NamedEvent = { userId: string; place: Place; values: Values; namesMark: string };
/** `today`: the day of the quotas. */
type Open = { day: number; today: number; tables: ReadonlyMap<string, DayTable> };

/**
 * Takes the places of names that lose theirs. Returns, in order, the values that each event counts under and
 * whether it may take a new cell.
 */
export async function admitNames(
  trx: Kysely<Schema>,
  open: Open,
  events: readonly NamedEvent[],
): Promise<{ values: Values; mayTakeCell: boolean }[]> {
  const refused = await refusedNames(trx, open, events);
  const admitted = events.map(({ values, userId, ...event }) => ({
    ...event,
    table: open.tables.get(userId) as DayTable,
    values: valuesOf((by, at) => {
      const value = values[at] ?? null;
      const isRefused = refused.size > 0 && value !== null && refused.has(nameKey(userId, by, value));
      return isRefused ? OTHER_VALUE : value;
    }),
  }));
  const takers = [...Map.groupBy(admitted, ({ table }) => table)].flatMap(([table, ofOwner]) =>
    ofOwner.filter(({ place, values }, ahead) => table.takesLastCell(place, values, ahead)),
  );
  const ofNetwork = Map.groupBy(takers, ({ namesMark }) => `${namesMark} cells`);
  const used = await useQuotas(trx, open.today, countsOfEach(ofNetwork));
  const beyond = new Set(
    [...ofNetwork].flatMap(([mark, ofMark]) =>
      ofMark.slice(Math.max(0, NEW_CELLS_MAX - (used.get(mark) ?? 0))),
    ),
  );
  return admitted.map((event) => ({ values: event.values, mayTakeCell: !beyond.has(event) }));
}

type Offer = { userId: string; by: Dimension; name: string; events: NamedEvent[]; count: number };

async function refusedNames(
  trx: Kysely<Schema>,
  { day, today, tables }: Open,
  events: readonly NamedEvent[],
): Promise<Set<string>> {
  const offers = offersOf(events, tables);
  await takeQuotas(trx, today, offers);
  const refused = new Set<string>();
  const uses: { mark: string; count: number }[] = [];
  for (const [userId, ofOwner] of Map.groupBy(offers, ({ userId }) => userId)) {
    const table = tables.get(userId) as DayTable;
    const evicted = DIMENSIONS.map(() => new Set<string>());
    let week: Map<string, number>[] | null = null;
    for (const [by, offered] of Map.groupBy(ofOwner, ({ by }) => by)) {
      const dimension = DIMENSIONS.indexOf(by);
      const listed = table.values[dimension] as string[];
      const isOverQuota = offered.some(({ count }) => count === 0);
      if (!isOverQuota && listed.length + offered.length <= DIMENSION_VALUES_MAX) continue;
      const before = (week ??= await countsOfWeek(trx, userId, day))[dimension];
      const known = offered.filter(({ name, count }) => count > 0 || before?.has(name));
      for (const { name } of offered) refused.add(nameKey(userId, by, name));
      for (const { name } of known) refused.delete(nameKey(userId, by, name));
      if (listed.length + known.length <= DIMENSION_VALUES_MAX) continue;
      const counted = countsByName(day, table)[dimension];
      const rivals = [
        ...listed.map((name) => ({ name, count: counted?.get(name) ?? 0, isListed: true })),
        ...known.map(({ name, count }) => ({ name, count, isListed: false })),
      ].map((rival) => ({ ...rival, mark: nameMark(userId, day, by, rival.name) }));
      const earlier = await findQuotas(
        trx,
        today,
        rivals.map(({ mark }) => mark),
      );
      const rankOf = ({ name, count, mark }: (typeof rivals)[number]) =>
        count + (before?.get(name) ?? 0) + (earlier.get(mark) ?? 0);
      const losers = rivals.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(DIMENSION_VALUES_MAX);
      for (const { name, isListed } of losers)
        if (isListed) evicted[dimension]?.add(name);
        else refused.add(nameKey(userId, by, name));
      uses.push(...losers);
    }
    if (evicted.some(({ size }) => size > 0)) table.evict(evicted);
  }
  await useQuotas(trx, today, uses);
  return refused;
}

function offersOf(events: readonly NamedEvent[], tables: ReadonlyMap<string, DayTable>): Offer[] {
  const offers = new Map<string, Offer>();
  for (const event of events) {
    const { userId, values } = event;
    for (const [dimension, name] of values.entries()) {
      if (name === null || name === OTHER_VALUE || tables.get(userId)?.hasValue(dimension, name)) continue;
      const by = DIMENSIONS[dimension] as Dimension;
      const key = nameKey(userId, by, name);
      const offer = offers.get(key) ?? { userId, by, name, events: [], count: 0 };
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
    if (!isOfStrangers(offer.by, offer.name)) {
      offer.count = offer.events.length;
      continue;
    }
    for (const mark of new Set(offer.events.map(({ namesMark }) => namesMark))) {
      const key = `${mark} ${offer.by}`;
      const ofNetwork = brought.get(key);
      if (ofNetwork) ofNetwork.push(offer);
      else brought.set(key, [offer]);
    }
  }
  const used = await useQuotas(trx, today, countsOfEach(brought));
  for (const [key, ofNetwork] of brought) {
    const left = Math.max(0, NEW_NAMES_MAX - (used.get(key) ?? 0));
    for (const offer of ofNetwork.slice(0, left))
      offer.count += offer.events.filter(({ namesMark }) => key === `${namesMark} ${offer.by}`).length;
  }
}

const isOfStrangers = (by: Dimension, name: string): boolean =>
  DIMENSION[by].of === "source" && !(by === "referrer" && isKnownSource(name));

const countsOfEach = (groups: ReadonlyMap<string, readonly unknown[]>): { mark: string; count: number }[] =>
  [...groups].map(([mark, { length }]) => ({ mark, count: length }));

async function countsOfWeek(
  trx: Kysely<Schema>,
  userId: string,
  day: number,
): Promise<Map<string, number>[]> {
  const week = DIMENSIONS.map(() => new Map<string, number>());
  const range = { userId, from: day - KNOWN_FOR_DAYS, to: day - 1 };
  for await (const { day, table } of storedDays(trx, range))
    for (const [dimension, counts] of countsByName(day, table).entries())
      for (const [name, count] of counts)
        week[dimension]?.set(name, (week[dimension].get(name) ?? 0) + count);
  return week;
}

/** Views and clicks, for each dimension. */
function countsByName(day: number, table: DayTable): Map<string, number>[] {
  const asked = DIMENSIONS.map((by) => [by, new Map() as Sums] as const);
  countByValues({ day, table }, asked);
  return asked.map(
    ([, sums]) =>
      new Map(
        [...sums].flatMap(([name, { views, clicks }]) => (name === null ? [] : [[name, views + clicks]])),
      ),
  );
}

const nameKey = (userId: string, by: Dimension, name: string): string => JSON.stringify([userId, by, name]);

const nameMark = (userId: string, day: number, by: Dimension, name: string): string =>
  hash("sha256", JSON.stringify([userId, day, by, name]), "base64url").slice(0, 22);
