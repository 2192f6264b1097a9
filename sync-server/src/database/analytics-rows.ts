/** For whole batches: rows are one JSON text, so a statement is the same for any number and prepared once. */
import { type Kysely, sql } from "kysely";
import type { CountedKind, Schema } from "./schema.ts";

export type TrackedPage = { usernameKey: string; userId: string; isPublic: boolean };
export type TrackedItem = { userId: string; id: string; title: string; shelfId: string; shelfName: string };
/** `at`: in ms. */
export type Seen = { mark: string; at: number };
export type CountedRow = {
  userId: string;
  kind: CountedKind;
  subjectId: string;
  day: number;
  views: number;
  clicks: number;
};
export type ActivityRow = {
  userId: string;
  id: string;
  type: "click" | "view" | "add";
  itemTitle: string | null;
  shelfName: string | null;
  location: string | null;
  at: number;
};

/** For each owner; the next replaces the oldest. */
export const ACTIVITIES_MAX = 200;

/** Existing pages of these usernames, public unless the owner changed that. */
export async function findTrackedPages(
  db: Kysely<Schema>,
  usernameKeys: readonly string[],
): Promise<TrackedPage[]> {
  const { rows } = await sql<{ usernameKey: string; userId: string; isPublic: number }>`
    select user.username_key as usernameKey, user.id as userId, user.suspended_for is null and coalesce(json_extract(single.body, '$.publicProfile'), 1) as isPublic
    from json_each(${JSON.stringify(usernameKeys)}) as asked
    join user on user.username_key = asked.value
    left join single on single.user_id = user.id and single.id = 'settings'`.execute(db);
  return rows.map(({ isPublic, ...page }) => ({ ...page, isPublic: isPublic !== 0 }));
}

/** The asked items that exist on a shelf of their user. */
export async function findTrackedItems(
  db: Kysely<Schema>,
  asked: readonly { userId: string; itemId: string }[],
): Promise<TrackedItem[]> {
  const { rows } = await sql<TrackedItem>`
    select item.user_id as userId, item.id, item.title, shelf.id as shelfId, shelf.name as shelfName
    from json_each(${JSON.stringify(asked.map(({ userId, itemId }) => [userId, itemId]))}) as asked
    join item on item.user_id = asked.value ->> 0 and item.id = asked.value ->> 1
    join shelf on shelf.user_id = item.user_id and shelf.id = item.shelf_id`.execute(db);
  return rows;
}

export async function findShelfIds(
  db: Kysely<Schema>,
  userIds: readonly string[],
): Promise<{ userId: string; id: string }[]> {
  const { rows } = await sql<{ userId: string; id: string }>`
    select shelf.user_id as userId, shelf.id from json_each(${JSON.stringify(userIds)}) as asked
    join shelf on shelf.user_id = asked.value`.execute(db);
  return rows;
}

/**
 * Within `withinMs` of the given time. SQLite has no statistics here and would scan the whole day for each
 * mark; `cross join` makes it start with the marks.
 */
export async function findSeen(
  db: Kysely<Schema>,
  day: number,
  asked: readonly (Seen & { withinMs: number })[],
): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select distinct seen.mark, seen.at
    from json_each(${JSON.stringify(asked.map(({ mark, at, withinMs }) => [mark, at - withinMs, at + withinMs]))}) as asked
    cross join analytics_seen as seen
      on seen.day = ${day} and seen.mark = asked.value ->> 0 and seen.at > asked.value ->> 1 and seen.at < asked.value ->> 2`.execute(
    db,
  );
  return rows;
}

export async function addSeen(trx: Kysely<Schema>, day: number, seen: readonly Seen[]): Promise<void> {
  await sql`
    insert into analytics_seen (day, mark, at)
    select ${day}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(seen.map(({ mark, at }) => [mark, at]))}) where true
    on conflict do nothing`.execute(trx);
}

/**
 * Up to `limit`; returns the number. SQLite would scan the whole table for a list of keys, so the last key is
 * looked up first.
 */
export async function forgetSeenBefore(trx: Kysely<Schema>, day: number, limit: number): Promise<number> {
  const {
    rows: [last],
  } = await sql<Seen & { day: number }>`
    select day, mark, at from analytics_seen where day < ${day} order by day, mark, at limit 1 offset ${limit - 1}`.execute(
    trx,
  );
  const { numAffectedRows = 0n } = last
    ? await sql`delete from analytics_seen where (day, mark, at) <= (${last.day}, ${last.mark}, ${last.at})`.execute(
        trx,
      )
    : await sql`delete from analytics_seen where day < ${day}`.execute(trx);
  return Number(numAffectedRows);
}

/** Returns each quota's use before. */
export async function useQuotas(
  trx: Kysely<Schema>,
  day: number,
  uses: readonly { mark: string; count: number }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ mark: string; used: number }>`
    insert into analytics_quota (day, mark, used)
    select ${day}, value ->> 0, value ->> 1 from json_each(${JSON.stringify(uses.map(({ mark, count }) => [mark, count]))}) where true
    on conflict (day, mark) do update set used = used + excluded.used
    returning mark, used`.execute(trx);
  const countOf = new Map(uses.map(({ mark, count }) => [mark, count]));
  return new Map(rows.map(({ mark, used }) => [mark, used - (countOf.get(mark) ?? 0)]));
}

/** The same as `forgetSeenBefore`, for quotas. */
export async function forgetQuotasBefore(trx: Kysely<Schema>, day: number, limit: number): Promise<number> {
  const {
    rows: [last],
  } = await sql<{ day: number; mark: string }>`
    select day, mark from analytics_quota where day < ${day} order by day, mark limit 1 offset ${limit - 1}`.execute(
    trx,
  );
  const { numAffectedRows = 0n } = last
    ? await sql`delete from analytics_quota where (day, mark) <= (${last.day}, ${last.mark})`.execute(trx)
    : await sql`delete from analytics_quota where day < ${day}`.execute(trx);
  return Number(numAffectedRows);
}

/** Drops counts of deleted owners. */
export async function addCounts(trx: Kysely<Schema>, counts: readonly CountedRow[]): Promise<void> {
  const rows = counts.map(({ userId, kind, subjectId, day, views, clicks }) => [
    userId,
    kind,
    subjectId,
    day,
    views,
    clicks,
  ]);
  await sql`
    insert into analytics_count (user_id, kind, subject_id, day, views, clicks)
    select user.id, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
    from json_each(${JSON.stringify(rows)}) join user on user.id = value ->> 0 where true
    on conflict do update set views = views + excluded.views, clicks = clicks + excluded.clicks`.execute(trx);
}

/** Each owner's newest last, over the oldest stored ones. */
export async function addActivities(trx: Kysely<Schema>, activities: readonly ActivityRow[]): Promise<void> {
  const ofOwner = Map.groupBy(activities, ({ userId }) => userId);
  const written = await countActivities(
    trx,
    [...ofOwner].map(([userId, { length }]) => [userId, length]),
  );
  const rows = written.flatMap(({ userId, written }) => {
    const own = ofOwner.get(userId) ?? [];
    return own
      .slice(-ACTIVITIES_MAX)
      .map(({ id, type, itemTitle, shelfName, location, at }, index, { length }) => [
        userId,
        (written - length + index) % ACTIVITIES_MAX,
        id,
        type,
        itemTitle,
        shelfName,
        location,
        at,
      ]);
  });
  await sql`
    insert or replace into analytics_activity (user_id, slot, id, type, item_title, shelf_name, location, at)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    from json_each(${JSON.stringify(rows)})`.execute(trx);
}

/** Returns each owner's raised activity number. */
async function countActivities(
  trx: Kysely<Schema>,
  more: readonly (readonly [userId: string, count: number])[],
) {
  const { rows } = await sql<{ userId: string; written: number }>`
    insert into analytics_ring (user_id, written)
    select user.id, value ->> 1 from json_each(${JSON.stringify(more)}) join user on user.id = value ->> 0 where true
    on conflict do update set written = written + excluded.written
    returning user_id as userId, written`.execute(trx);
  return rows;
}
