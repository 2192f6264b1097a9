/**
 * Counts a batch in one transaction: skips pages that are not public, events already counted, clicks on items
 * without a link, and clicks of visitors who did not view the page; adds the rest to their owners' days, and
 * records activities. Nothing reports why an event is not counted.
 */
import { LATE_EVENTS_MAX, NETWORK_EVENTS_MAX } from "@shelv/contract/analytics";
import { DIMENSIONS, DIRECT_VALUE } from "@shelv/contract/analytics-dimensions";
import { linkOf } from "@shelv/contract/rows/item";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { type ActivityRow, addActivities } from "#analytics/tables/activities";
import {
  findShelfIds,
  findTrackedItems,
  findTrackedPages,
  lockVisits,
  type TrackedItem,
} from "#analytics/tables/tracked-pages";
import { addSeen, findSeen, type Seen, useQuotas } from "#analytics/tables/visitor-marks";
import { writeDays } from "#analytics/tables/analytics-days";
import type { Schema } from "#database/schema";
import { DAY_MS, dayOf } from "./day.ts";
import { admitNames, type NamedEvent } from "./days/admit-names.ts";
import type { DayTable } from "./days/day-table.ts";
import { dayRow, openDays } from "./days/stored-days.ts";
import type { VisitValues } from "./visitor/sender.ts";

/** Not counted yet. Nothing in it identifies a visitor. `day`: that of the salt. */
export type PendingEvent = {
  type: "view" | "click";
  day: number;
  at: number;
  usernameKey: string;
  itemId: string | null;
  callerIds: ReadonlySet<string>;
  location: string | null;
  /** Null for a click that names none: then that of the visitor's view. */
  source: VisitValues | null;
  visitor: VisitValues;
  /** `mark`: hash of visitor and page or item. `viewMark`: hash of the visitor's views. */
  mark: string;
  viewMark: string;
  /** Only a browser that shows the page sends a link's ping, even without script. */
  isPing: boolean;
  /** `lateMark`: null unless the event was sent late. */
  networkMark: string;
  namesMark: string;
  lateMark: string | null;
};

type KnownEvent = PendingEvent & { userId: string; item: TrackedItem | null };
type FreshEvent = KnownEvent & { source: VisitValues; isNewVisitor: boolean };

export async function countEvents(trx: Kysely<Schema>, batch: readonly PendingEvent[]): Promise<void> {
  await lockVisits(trx, usernamesIn(batch));
  const known = await findKnown(trx, batch);
  const counted: FreshEvent[] = [];
  for (const [day, ofDay] of Map.groupBy(known, ({ day }) => day))
    counted.push(...(await countOfDay(trx, day, ofDay)));
  if (counted.length === 0) return;
  await addToDays(trx, counted);
  await addActivities(trx, counted.map(toActivity));
}

const usernamesIn = (batch: readonly PendingEvent[]): string[] => [
  ...new Set(batch.map(({ usernameKey }) => usernameKey)),
];

async function findKnown(trx: Kysely<Schema>, batch: readonly PendingEvent[]): Promise<KnownEvent[]> {
  const pages = await findTrackedPages(trx, usernamesIn(batch));
  const pageOf = new Map(pages.filter(({ isPublic }) => isPublic).map((page) => [page.usernameKey, page]));
  const ofPages = batch.flatMap((event) => {
    const userId = pageOf.get(event.usernameKey)?.userId;
    return userId === undefined || event.callerIds.has(userId) ? [] : [{ ...event, userId }];
  });
  const asked = new Map(
    ofPages.flatMap(({ userId, itemId }) =>
      itemId === null ? [] : [[`${userId} ${itemId}`, { userId, itemId }] as const],
    ),
  );
  const items = (await findTrackedItems(trx, [...asked.values()])).filter((item) => linkOf(item) !== null);
  const itemOf = new Map(items.map((item) => [`${item.userId} ${item.id}`, item]));
  return ofPages.flatMap((event) => {
    const item = itemOf.get(`${event.userId} ${event.itemId}`) ?? null;
    return event.type === "click" && item === null ? [] : [{ ...event, item }];
  });
}

async function countOfDay(
  trx: Kysely<Schema>,
  day: number,
  events: readonly KnownEvent[],
): Promise<FreshEvent[]> {
  const marks = new Set(events.flatMap(({ mark, viewMark }) => [mark, viewMark]));
  const fresh = freshEvents(events, await findSeen(trx, day, [...marks]));
  const inTime = await withinQuota(trx, day, fresh, ({ lateMark, type }) =>
    lateMark === null ? null : { mark: lateMark, max: LATE_EVENTS_MAX[type] },
  );
  const counted = await withinQuota(trx, day, inTime, ({ networkMark: mark }) => ({
    mark,
    max: NETWORK_EVENTS_MAX,
  }));
  await addSeen(trx, day, counted.map(toSeen));
  return counted;
}

/** In order. An event without a quota always counts. */
async function withinQuota<E>(
  trx: Kysely<Schema>,
  day: number,
  events: readonly E[],
  quotaOf: (event: E) => { mark: string; max: number } | null,
): Promise<E[]> {
  const asked = Map.groupBy(
    events.flatMap((event) => quotaOf(event) ?? []),
    ({ mark }) => mark,
  );
  if (asked.size === 0) return [...events];
  const used = await useQuotas(
    trx,
    day,
    [...asked].map(([mark, { length }]) => ({ mark, count: length })),
  );
  return events.filter((event) => {
    const quota = quotaOf(event);
    if (quota === null) return true;
    const usedBefore = used.get(quota.mark) ?? 0;
    used.set(quota.mark, usedBefore + 1);
    return usedBefore < quota.max;
  });
}

/** A view counts for the shelves then on the page; a click for the item and its shelf. */
async function addToDays(trx: Kysely<Schema>, counted: readonly FreshEvent[]): Promise<void> {
  const viewed = new Set(counted.flatMap(({ type, userId }) => (type === "view" ? [userId] : [])));
  const shelfIdsOf = await findShelfIds(trx, [...viewed]);
  for (const [day, ofDay] of Map.groupBy(counted, ({ at }) => dayOf(at))) {
    const tables = await openDays(trx, day, [...new Set(ofDay.map(({ userId }) => userId))]);
    const today = Math.max(...ofDay.map(({ day }) => day));
    const named = ofDay.map((event) => toNamed(event, shelfIdsOf));
    const admitted = await admitNames(trx, { day, today, tables }, named);
    for (const [at, { userId, isNewVisitor }] of ofDay.entries()) {
      const { place } = named[at] as NamedEvent;
      const { values, mayTakeCell } = admitted[at] as (typeof admitted)[number];
      const counts = { count: 1, visitors: isNewVisitor ? 1 : 0 };
      (tables.get(userId) as DayTable).add(place, values, counts, mayTakeCell);
    }
    await writeDays(
      trx,
      [...tables].map(([userId, table]) => dayRow(userId, day, table)),
    );
  }
}

const toNamed = (
  { userId, item, source, visitor, namesMark }: FreshEvent,
  shelfIdsOf: ReadonlyMap<string, readonly string[]>,
): NamedEvent => ({
  userId,
  place:
    item === null
      ? { kind: "page", shelfIds: shelfIdsOf.get(userId) ?? [] }
      : { kind: "item", itemId: item.id, shelfId: item.shelfId },
  values: { ...source, ...visitor },
  namesMark,
});

const toActivity = ({ userId, type, item, location, at }: KnownEvent): ActivityRow => ({
  userId,
  id: uuid(),
  type,
  itemTitle: item?.title ?? null,
  shelfName: item?.shelfName ?? null,
  location,
  at,
});

/** Stored for the visitor's clicks; most are direct. */
const toSeen = ({ mark, at, type, source }: FreshEvent): Seen => ({
  mark,
  at,
  source: type === "view" && !isDirect(source) ? JSON.stringify(source) : null,
});

const DIRECT: VisitValues = { referrer: DIRECT_VALUE };
const isDirect = (source: VisitValues) =>
  DIMENSIONS.every((by) => (source[by] ?? null) === (DIRECT[by] ?? null));

/** Events of a visitor this close to a counted one, before or after, do not count. */
export const DEDUPE_WITHIN_MS = { view: 30 * 60_000, click: 60_000 } as const;
/** After midnight, a page that was opened before has no view under the new day's marks. */
const OPENED_BEFORE_MS = 60 * 60_000;

type Dated = {
  type: keyof typeof DEDUPE_WITHIN_MS;
  at: number;
  mark: string;
  viewMark: string;
  isPing: boolean;
  source: VisitValues | null;
};

/**
 * The events that count, in order. Late events arrive in any order, so the window works in both directions. A
 * click counts if its visitor viewed the page: programs that send events do not open it.
 */
export function freshEvents<E extends Dated>(
  events: readonly E[],
  seenBefore: readonly Seen[],
): (E & { source: VisitValues; isNewVisitor: boolean })[] {
  const seenOf = new Map<string, { at: number; source: VisitValues }[]>();
  const note = (mark: string, seen: { at: number; source: VisitValues }) => {
    const others = seenOf.get(mark);
    if (others) others.push(seen);
    else seenOf.set(mark, [seen]);
  };
  for (const { mark, at, source } of seenBefore)
    note(mark, { at, source: source === null ? DIRECT : (JSON.parse(source) as VisitValues) });
  return events.flatMap((event) => {
    const { type, at, mark, viewMark, isPing } = event;
    const views = seenOf.get(viewMark);
    if (type === "click" && !isPing && !views && at % DAY_MS >= OPENED_BEFORE_MS) return [];
    const seen = seenOf.get(mark) ?? [];
    if (seen.some((other) => Math.abs(other.at - at) < DEDUPE_WITHIN_MS[type])) return [];
    const source = event.source ?? views?.at(-1)?.source ?? {};
    const isNewVisitor = !seen.some((other) => dayOf(other.at) === dayOf(at));
    note(mark, { at, source });
    return [{ ...event, source, isNewVisitor }];
  });
}
