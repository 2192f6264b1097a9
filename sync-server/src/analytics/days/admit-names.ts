/**
 * Which names a day counts separately. Browsers choose them: a dimension's few places go to the most frequent
 * of this day and the week before, and a network brings few new names a day. The rest counts as "other".
 */
import { hash } from "node:crypto";
import { DIMENSION_VALUES_MAX, OTHER_VALUE } from "@shelv/contract/analytics";
import { DIMENSION, type Dimension, DIMENSIONS } from "@shelv/contract/analytics-dimensions";
import type { Kysely } from "kysely";
import { findQuotas, useQuotas } from "#analytics/tables/visitor-marks";
import type { Schema } from "#database/schema";
import { isKnownSource } from "#analytics/visitor/referrer";
import type { VisitValues } from "#analytics/visitor/sender";
import type { DayTable, Place } from "./day-table.ts";
import { storedDays } from "./stored-days.ts";

/** New names of a dimension that one network brings to a page on a day. */
export const NEW_NAMES_MAX = 5;

/**
 * Combinations that one network adds to the last half of a page's cells on a day. Beyond it only sums count.
 */
export const NEW_CELLS_MAX = 20;

/** How many days a name without a place is remembered. */
export const KNOWN_FOR_DAYS = 7;

export type NamedEvent = { userId: string; place: Place; values: VisitValues; namesMark: string };
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
): Promise<{ values: VisitValues; mayTakeCell: boolean }[]> {
  const refused = await refusedNames(trx, open, events);
  const admitted = events.map(({ values, userId, ...event }) => ({
    ...event,
    table: open.tables.get(userId) as DayTable,
    values: Object.fromEntries(
      entriesOf(values).map(([by, name]) => [
        by,
        refused.size > 0 && refused.has(nameKey(userId, by, name)) ? OTHER_VALUE : name,
      ]),
    ) as VisitValues,
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
    const evicted = new Map<Dimension, Set<string>>();
    let week: Record<Dimension, Map<string, number>> | null = null;
    for (const [by, offered] of Map.groupBy(ofOwner, ({ by }) => by)) {
      const listed = table.names(by);
      const isOverQuota = offered.some(({ count }) => count === 0);
      if (!isOverQuota && listed.length + offered.length <= DIMENSION_VALUES_MAX) continue;
      const before = (week ??= await countsOfWeek(trx, userId, day))[by];
      const known = offered.filter(({ name, count }) => count > 0 || before.has(name));
      for (const { name } of offered) refused.add(nameKey(userId, by, name));
      for (const { name } of known) refused.delete(nameKey(userId, by, name));
      if (listed.length + known.length <= DIMENSION_VALUES_MAX) continue;
      const counted = countsByName(table, by);
      const rivals = [
        ...listed.map((name) => ({ name, count: counted.get(name) ?? 0, isListed: true })),
        ...known.map(({ name, count }) => ({ name, count, isListed: false })),
      ].map((rival) => ({ ...rival, mark: nameMark(userId, day, by, rival.name) }));
      const earlier = await findQuotas(
        trx,
        today,
        rivals.map(({ mark }) => mark),
      );
      const rankOf = ({ name, count, mark }: (typeof rivals)[number]) =>
        count + (before.get(name) ?? 0) + (earlier.get(mark) ?? 0);
      const losers = rivals.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(DIMENSION_VALUES_MAX);
      for (const { name, isListed } of losers) if (!isListed) refused.add(nameKey(userId, by, name));
      const ofDay = losers.flatMap(({ name, isListed }) => (isListed ? [name] : []));
      if (ofDay.length > 0) evicted.set(by, new Set(ofDay));
      uses.push(...losers);
    }
    if (evicted.size > 0) table.evict(evicted);
  }
  await useQuotas(trx, today, uses);
  return refused;
}

function offersOf(events: readonly NamedEvent[], tables: ReadonlyMap<string, DayTable>): Offer[] {
  const offers = new Map<string, Offer>();
  for (const event of events) {
    const { userId, values } = event;
    for (const [by, name] of entriesOf(values)) {
      if (name === OTHER_VALUE || tables.get(userId)?.numberOf(by, name) !== -1) continue;
      const key = nameKey(userId, by, name);
      const offer = offers.get(key) ?? { userId, by, name, events: [], count: 0 };
      offers.set(key, offer);
      offer.events.push(event);
    }
  }
  return [...offers.values()];
}

/** A quota: else one visitor could take all places. Our own names need none. */
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
): Promise<Record<Dimension, Map<string, number>>> {
  const week = Object.fromEntries(DIMENSIONS.map((by) => [by, new Map<string, number>()]));
  const range = { userId, from: day - KNOWN_FOR_DAYS, to: day - 1 };
  for await (const { table } of storedDays(trx, range))
    for (const by of DIMENSIONS)
      for (const [name, count] of countsByName(table, by))
        week[by]?.set(name, (week[by].get(name) ?? 0) + count);
  return week as Record<Dimension, Map<string, number>>;
}

const countsByName = (table: DayTable, by: Dimension): Map<string, number> =>
  new Map(
    table.values[by].flatMap(([name, views, clicks]) => (name === null ? [] : [[name, views + clicks]])),
  );

const entriesOf = (values: VisitValues): [Dimension, string][] =>
  DIMENSIONS.flatMap((by) => {
    const name = values[by] ?? null;
    return name === null ? [] : [[by, name]];
  });

const nameKey = (userId: string, by: Dimension, name: string): string => JSON.stringify([userId, by, name]);

const nameMark = (userId: string, day: number, by: Dimension, name: string): string =>
  hash("sha256", JSON.stringify([userId, day, by, name]), "base64url").slice(0, 22);
