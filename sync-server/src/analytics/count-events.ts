/**
 * Counts a batch in one transaction: skips pages that are not public and events already counted, adds the
 * rest to the day's counts of the page, its current shelves and the item, and records activities. Nothing
 * reports why an event is not counted.
 */
import { LATE_EVENTS_MAX, NETWORK_EVENTS_MAX } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import {
  type ActivityRow,
  addActivities,
  addCounts,
  addSeen,
  type CountedRow,
  findSeen,
  findShelfIds,
  findTrackedItems,
  findTrackedPages,
  type Seen,
  type TrackedItem,
  useQuotas,
} from "#database/analytics-rows";
import type { Schema } from "#database/schema";
import { dayOf } from "./day.ts";

/** Nothing in it identifies a visitor. `day` is the salt's. */
export type PendingEvent = Seen & {
  type: "view" | "click";
  day: number;
  usernameKey: string;
  itemId: string | null;
  /** Owners that may have caused it. */
  callerIds: ReadonlySet<string>;
  location: string | null;
  /** Quota keys; `lateMark` is null unless it was sent late. */
  networkMark: string;
  lateMark: string | null;
};
/** The page and, for a click, the item exist. */
type KnownEvent = PendingEvent & { userId: string; item: TrackedItem | null };

export async function countEvents(trx: Kysely<Schema>, batch: readonly PendingEvent[]): Promise<void> {
  const known = await findKnown(trx, batch);
  const counted: KnownEvent[] = [];
  for (const [day, ofDay] of Map.groupBy(known, ({ day }) => day))
    counted.push(...(await countOfDay(trx, day, ofDay)));
  if (counted.length === 0) return;
  const viewed = new Set(counted.filter(({ type }) => type === "view").map(({ userId }) => userId));
  await addCounts(trx, rollUp(counted, viewed.size > 0 ? await findShelfIds(trx, [...viewed]) : []));
  await addActivities(trx, counted.map(toActivity));
}

/** Drops private and unknown pages, unknown items, and the owner's own events. */
async function findKnown(trx: Kysely<Schema>, batch: readonly PendingEvent[]): Promise<KnownEvent[]> {
  const pages = await findTrackedPages(trx, [...new Set(batch.map(({ usernameKey }) => usernameKey))]);
  const pageOf = new Map(pages.filter(({ isPublic }) => isPublic).map((page) => [page.usernameKey, page]));
  const ofPages = batch.flatMap((event) => {
    const userId = pageOf.get(event.usernameKey)?.userId;
    return userId === undefined || event.callerIds.has(userId) ? [] : [{ ...event, userId }];
  });
  const asked = ofPages.flatMap(({ userId, itemId }) => (itemId === null ? [] : [{ userId, itemId }]));
  const items = asked.length > 0 ? await findTrackedItems(trx, asked) : [];
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
): Promise<KnownEvent[]> {
  const asked = events.map(({ mark, at, type }) => ({ mark, at, withinMs: DEDUPE_WITHIN_MS[type] }));
  const fresh = dedupeEvents(events, await findSeen(trx, day, asked));
  const inTime = await withinQuota(trx, day, fresh, ({ lateMark, type }) =>
    lateMark === null ? null : { mark: lateMark, max: LATE_EVENTS_MAX[type] },
  );
  const counted = await withinQuota(trx, day, inTime, ({ networkMark: mark }) => ({
    mark,
    max: NETWORK_EVENTS_MAX,
  }));
  if (counted.length > 0) await addSeen(trx, day, counted);
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

const toActivity = ({ userId, type, item, location, at }: KnownEvent): ActivityRow => ({
  userId,
  id: uuid(),
  type,
  itemTitle: item?.title ?? null,
  shelfName: item?.shelfName ?? null,
  location,
  at,
});

type Counted = {
  userId: string;
  type: "view" | "click";
  at: number;
  item: { id: string; shelfId: string } | null;
};

/**
 * One entry for each day and subject. A view counts for the page and all its shelves; a click for the page,
 * the item and its shelf.
 */
export function rollUp(
  events: readonly Counted[],
  shelves: readonly { userId: string; id: string }[],
): CountedRow[] {
  const shelvesOf = Map.groupBy(shelves, ({ userId }) => userId);
  const rows = new Map<string, CountedRow>();
  const add = ({ userId, at, type }: Counted, kind: CountedRow["kind"], subjectId: string) => {
    const key = `${userId} ${kind} ${subjectId} ${dayOf(at)}`;
    const row = rows.get(key) ?? { userId, kind, subjectId, day: dayOf(at), views: 0, clicks: 0 };
    row[type === "view" ? "views" : "clicks"] += 1;
    rows.set(key, row);
  };
  for (const event of events) {
    add(event, "page", "");
    if (event.item) {
      add(event, "item", event.item.id);
      add(event, "shelf", event.item.shelfId);
    } else {
      for (const { id } of shelvesOf.get(event.userId) ?? []) add(event, "shelf", id);
    }
  }
  return [...rows.values()];
}

/** Within this time of a counted event, before or after, the same visitor's does not count. */
export const DEDUPE_WITHIN_MS = { view: 30 * 60_000, click: 60_000 } as const;

/**
 * In order. Two of one mark are at least a window apart, and each dropped one is within the window of a
 * counted one: late events arrive in any order, so the window works in both directions.
 */
export function dedupeEvents<E extends Seen & { type: keyof typeof DEDUPE_WITHIN_MS }>(
  events: readonly E[],
  seenBefore: readonly Seen[],
): E[] {
  const times = new Map<string, number[]>();
  for (const { mark, at } of seenBefore) times.set(mark, [...(times.get(mark) ?? []), at]);
  return events.filter(({ mark, at, type }) => {
    const seen = times.get(mark) ?? [];
    if (seen.some((other) => Math.abs(other - at) < DEDUPE_WITHIN_MS[type])) return false;
    times.set(mark, [...seen, at]);
    return true;
  });
}
