import type { Kysely } from "kysely";
import type { Counts, StoredTable } from "#analytics/days/day-table";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

export type StoredDay = Counts & StoredTable & { userId: string; day: number };

export const findDays = (
  db: Kysely<Schema>,
  day: number,
  userIds: readonly string[],
): Promise<Pick<StoredDay, "userId" | "counts" | "pairs">[]> =>
  findingDays(
    db,
    userIds.map((userId) => ({ userId, day })),
  );

const findingDays = batchStatement((db, at: AtRow<"userId" | "day">, count) =>
  db
    .selectFrom("analytics_day")
    .select(["user_id as userId", "counts", "pairs"])
    .where(
      "user_id",
      "in",
      rowNumbers(count).map((row) => at(row, "userId")),
    )
    .where("day", "=", at(0, "day")),
);

export async function writeDays(trx: Kysely<Schema>, days: readonly StoredDay[]): Promise<void> {
  await writingDays(trx, days);
}

const writingDays = batchStatement((db, at: AtRow<keyof StoredDay>, count) =>
  db
    .insertInto("analytics_day")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        day: at(row, "day"),
        views: at(row, "views"),
        clicks: at(row, "clicks"),
        visitors: at(row, "visitors"),
        counts: at(row, "counts"),
        pairs: at(row, "pairs"),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "day"]).doUpdateSet((eb) => ({
        views: eb.ref("excluded.views"),
        clicks: eb.ref("excluded.clicks"),
        visitors: eb.ref("excluded.visitors"),
        counts: eb.ref("excluded.counts"),
        pairs: eb.ref("excluded.pairs"),
      })),
    ),
);

export type DayRange = { userId: string; from: number; to: number };

const daysIn = (db: Kysely<Schema>, { userId, from, to }: DayRange) =>
  db
    .selectFrom("analytics_day")
    .where("user_id", "=", userId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day");

export const readDays = (
  db: Kysely<Schema>,
  range: DayRange,
  { limit, withPairs }: { limit: number; withPairs: boolean },
): Promise<{ day: number; counts: string; pairs?: string }[]> =>
  daysIn(db, range)
    .select(["day", "counts"])
    .$if(withPairs, (query) => query.select("pairs"))
    .limit(limit)
    .execute();

export const readDaySums = (db: Kysely<Schema>, range: DayRange): Promise<(Counts & { day: number })[]> =>
  daysIn(db, range).select(["day", "views", "clicks", "visitors"]).execute();

export const oldestDays = (
  db: Kysely<Schema>,
  range: Omit<DayRange, "from">,
  limit: number,
): Promise<{ day: number }[]> =>
  daysIn(db, { ...range, from: 0 })
    .select("day")
    .limit(limit)
    .execute();

export async function deleteDays(trx: Kysely<Schema>, { userId, to }: Omit<DayRange, "from">): Promise<void> {
  await trx.deleteFrom("analytics_day").where("user_id", "=", userId).where("day", "<=", to).execute();
}

/** Up to `throughDay`. Shelves and items by id, also deleted ones. */
export type Total = Pick<Counts, "views" | "clicks"> & {
  throughDay: number;
  clicksOfItem: Map<string, number>;
  ofShelf: Map<string, Counts>;
};

export async function readTotal(db: Kysely<Schema>, userId: string): Promise<Total> {
  const stored = await db
    .selectFrom("analytics_total")
    .select(["through_day as throughDay", "views", "clicks", "items", "shelves"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { items, shelves, ...total } = stored ?? {
    throughDay: -1,
    views: 0,
    clicks: 0,
    items: "[]",
    shelves: "[]",
  };
  return {
    ...total,
    clicksOfItem: new Map(JSON.parse(items) as [string, number][]),
    ofShelf: new Map(JSON.parse(shelves) as [string, Counts][]),
  };
}

export async function writeTotal(
  trx: Kysely<Schema>,
  userId: string,
  { throughDay, views, clicks, clicksOfItem, ofShelf }: Total,
): Promise<void> {
  const row = {
    through_day: throughDay,
    views,
    clicks,
    items: JSON.stringify([...clicksOfItem]),
    shelves: JSON.stringify([...ofShelf]),
  };
  await trx
    .insertInto("analytics_total")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** The page's views and clicks of all time. A sum counts as one row of the account's quota. */
export async function sumOfDays(
  db: Kysely<Schema>,
  userId: string,
): Promise<{ views: number; clicks: number }> {
  const total = await db
    .selectFrom("analytics_total")
    .select(["through_day", "views", "clicks"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const since = await db
    .selectFrom("analytics_day")
    .select((eb) => [eb.fn.sum<number>("views").as("views"), eb.fn.sum<number>("clicks").as("clicks")])
    .where("user_id", "=", userId)
    .where("day", ">", total?.through_day ?? -1)
    .executeTakeFirst();
  return {
    views: (total?.views ?? 0) + (since?.views ?? 0),
    clicks: (total?.clicks ?? 0) + (since?.clicks ?? 0),
  };
}

export async function ownersWithDays(db: Kysely<Schema>, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("id", ">", after)
    .where((eb) =>
      eb.exists(
        eb.selectFrom("analytics_day").select("day").whereRef("analytics_day.user_id", "=", "user.id"),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
