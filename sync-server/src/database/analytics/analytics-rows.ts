/** For whole batches of events. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#database/schema";
import { isPostgres } from "#database/dialect";
import { lockKeys } from "#database/transaction";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

export type TrackedPage = { usernameKey: string; userId: string; isPublic: boolean };
export type TrackedItem = { userId: string; id: string; title: string; shelfId: string; shelfName: string };
/** `at`: in ms. `source`: see `analytics_seen`. */
export type Seen = { mark: string; at: number; source: string | null };
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
  const rows = await readingPages(
    db,
    usernameKeys.map((key) => ({ key })),
  );
  return rows.flatMap(({ userId, usernameKey, suspendedFor, settings }) => {
    if (usernameKey === null) return [];
    const isShown =
      settings === null || (JSON.parse(settings) as { publicProfile?: boolean }).publicProfile !== false;
    return [{ userId, usernameKey, isPublic: suspendedFor === null && isShown }];
  });
}

const readingPages = batchStatement((db, at: AtRow<"key">, count) =>
  db
    .selectFrom("user")
    .leftJoin("single", (join) =>
      join.onRef("single.user_id", "=", "user.id").on("single.id", "=", "settings"),
    )
    .select([
      "user.username_key as usernameKey",
      "user.id as userId",
      "user.suspended_for as suspendedFor",
      "single.body as settings",
    ])
    .where(
      "user.username_key",
      "in",
      rowNumbers(count).map((row) => at(row, "key")),
    ),
);

/**
 * Until the transaction ends no other one counts visits of these pages, or deletes their accounts: the same visitor
 * would count twice. Before anything about them is read.
 */
export const lockVisits = (trx: Kysely<Schema>, usernameKeys: readonly string[]): Promise<void> =>
  lockKeys(trx, "visits", usernameKeys);

/** The same for an account. */
export async function lockVisitsOf(trx: Kysely<Schema>, userId: string): Promise<void> {
  if (!isPostgres(trx)) return;
  const user = await trx
    .selectFrom("user")
    .select("username_key")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user?.username_key != null) await lockVisits(trx, [user.username_key]);
}

/** The asked items that exist on a shelf of their user. */
export const findTrackedItems = (
  db: Kysely<Schema>,
  asked: readonly { userId: string; itemId: string }[],
): Promise<TrackedItem[]> => readingItems(db, asked);

const readingItems = batchStatement((db, at: AtRow<"userId" | "itemId">, count) =>
  db
    .selectFrom("item")
    .innerJoin("shelf", (join) =>
      join.onRef("shelf.user_id", "=", "item.user_id").onRef("shelf.id", "=", "item.shelf_id"),
    )
    .select([
      "item.user_id as userId",
      "item.id",
      "item.title",
      "shelf.id as shelfId",
      "shelf.name as shelfName",
    ])
    .where(
      (eb) => eb.refTuple("item.user_id", "item.id") as never,
      "in",
      listOf(count, (row) => [at(row, "userId"), at(row, "itemId")]) as never,
    ),
);

/** SQLite takes rows in a list only as `values`. */
const listOf = (count: number, row: (number: number) => unknown[]): RawBuilder<unknown> =>
  sql`(values ${sql.join(rowNumbers(count).map((number) => sql`(${sql.join(row(number))})`))})`;

/** By owner, in the order of their ids. */
export async function findShelfIds(
  db: Kysely<Schema>,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await readingShelves(
    db,
    userIds.map((userId) => ({ userId })),
  );
  const idsOf = new Map<string, string[]>();
  for (const { userId, id } of rows) {
    const ids = idsOf.get(userId);
    if (ids) ids.push(id);
    else idsOf.set(userId, [id]);
  }
  return idsOf;
}

const readingShelves = batchStatement((db, at: AtRow<"userId">, count) =>
  db
    .selectFrom("shelf")
    .select(["user_id as userId", "id"])
    .where(
      "user_id",
      "in",
      rowNumbers(count).map((row) => at(row, "userId")),
    )
    .orderBy("user_id")
    .orderBy("id"),
);

/** All of these marks on a day. */
export const findSeen = (db: Kysely<Schema>, day: number, marks: readonly string[]): Promise<Seen[]> =>
  readingSeen(
    db,
    marks.map((mark) => ({ day, mark })),
  );

const readingSeen = batchStatement((db, at: AtRow<"day" | "mark">, count) =>
  db
    .selectFrom("analytics_seen")
    .select(["mark", "at", "source"])
    .where("day", "=", at(0, "day"))
    .where(
      "mark",
      "in",
      rowNumbers(count).map((row) => at(row, "mark")),
    ),
);

export async function addSeen(trx: Kysely<Schema>, day: number, seen: readonly Seen[]): Promise<void> {
  await addingSeen(
    trx,
    seen.map(({ mark, at, source }) => ({ day, mark, at, source })),
  );
}

const addingSeen = batchStatement((db, at: AtRow<"day" | "mark" | "at" | "source">, count) =>
  db
    .insertInto("analytics_seen")
    .values(
      rowNumbers(count).map((row) => ({
        day: at(row, "day"),
        mark: at(row, "mark"),
        at: at(row, "at"),
        source: at(row, "source"),
      })),
    )
    .onConflict((conflict) => conflict.columns(["day", "mark", "at"]).doNothing()),
);

/**
 * Up to `limit`; returns the number. SQLite would scan the whole table for a list of keys, so the last key is
 * looked up first.
 */
export async function forgetSeenBefore(trx: Kysely<Schema>, day: number, limit: number): Promise<number> {
  const last = await trx
    .selectFrom("analytics_seen")
    .select(["day", "mark", "at"])
    .where("day", "<", day)
    .orderBy("day")
    .orderBy("mark")
    .orderBy("at")
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  const { numDeletedRows } = await trx
    .deleteFrom("analytics_seen")
    .where((eb) =>
      last
        ? eb(eb.refTuple("day", "mark", "at"), "<=", eb.tuple(last.day, last.mark, last.at))
        : eb("day", "<", day),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns each quota's use before. No mark occurs twice. */
export async function useQuotas(
  trx: Kysely<Schema>,
  day: number,
  uses: readonly { mark: string; count: number }[],
): Promise<Map<string, number>> {
  const rows = await usingQuotas(
    trx,
    uses.map(({ mark, count }) => ({ day, mark, used: count })),
  );
  const countOf = new Map(uses.map(({ mark, count }) => [mark, count]));
  return new Map(rows.map(({ mark, used }) => [mark, used - (countOf.get(mark) ?? 0)]));
}

const usingQuotas = batchStatement((db, at: AtRow<"day" | "mark" | "used">, count) =>
  db
    .insertInto("analytics_quota")
    .values(
      rowNumbers(count).map((row) => ({ day: at(row, "day"), mark: at(row, "mark"), used: at(row, "used") })),
    )
    .onConflict((conflict) =>
      conflict.columns(["day", "mark"]).doUpdateSet((eb) => ({
        used: eb("analytics_quota.used", "+", eb.ref("excluded.used")),
      })),
    )
    .returning(["mark", "used"]),
);

/** The same as `forgetSeenBefore`, for quotas. */
export async function forgetQuotasBefore(trx: Kysely<Schema>, day: number, limit: number): Promise<number> {
  const last = await trx
    .selectFrom("analytics_quota")
    .select(["day", "mark"])
    .where("day", "<", day)
    .orderBy("day")
    .orderBy("mark")
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  const { numDeletedRows } = await trx
    .deleteFrom("analytics_quota")
    .where((eb) =>
      last ? eb(eb.refTuple("day", "mark"), "<=", eb.tuple(last.day, last.mark)) : eb("day", "<", day),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Each owner's newest last, over the oldest stored ones. The owners exist. */
export async function addActivities(trx: Kysely<Schema>, activities: readonly ActivityRow[]): Promise<void> {
  const ofOwner = Map.groupBy(activities, ({ userId }) => userId);
  const written = await countingActivities(
    trx,
    [...ofOwner].map(([userId, { length }]) => ({ userId, written: length })),
  );
  const rows = written.flatMap(({ userId, written }) => {
    const own = ofOwner.get(userId) ?? [];
    return own.slice(-ACTIVITIES_MAX).map((activity, index, { length }) => ({
      ...activity,
      slot: (written - length + index) % ACTIVITIES_MAX,
    }));
  });
  await writingActivities.send(trx, rows);
}

/** Returns each owner's raised activity number. */
const countingActivities = batchStatement((db, at: AtRow<"userId" | "written">, count) =>
  db
    .insertInto("analytics_ring")
    .values(rowNumbers(count).map((row) => ({ user_id: at(row, "userId"), written: at(row, "written") })))
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((eb) => ({
        written: eb("analytics_ring.written", "+", eb.ref("excluded.written")),
      })),
    )
    .returning(["user_id as userId", "written"]),
);

const writingActivities = batchStatement((db, at: AtRow<keyof ActivityRow | "slot">, count) =>
  db
    .insertInto("analytics_activity")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        slot: at(row, "slot"),
        id: at(row, "id"),
        type: at(row, "type"),
        item_title: at(row, "itemTitle"),
        shelf_name: at(row, "shelfName"),
        location: at(row, "location"),
        at: at(row, "at"),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "slot"]).doUpdateSet((eb) => ({
        id: eb.ref("excluded.id"),
        type: eb.ref("excluded.type"),
        item_title: eb.ref("excluded.item_title"),
        shelf_name: eb.ref("excluded.shelf_name"),
        location: eb.ref("excluded.location"),
        at: eb.ref("excluded.at"),
      })),
    ),
);
