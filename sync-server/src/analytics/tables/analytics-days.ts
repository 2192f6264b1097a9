/** Rows of packed days. The bytes are the caller's. */
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

export type DaySums = { userId: string; day: number; views: number; clicks: number; visitors: number };
export type PackedDay = DaySums & { packed: Uint8Array };

export const findDaySums = (
  db: Kysely<Schema>,
  day: number,
  userIds: readonly string[],
): Promise<DaySums[]> =>
  readingSums(
    db,
    userIds.map((userId) => ({ userId, day })),
  );

const readingSums = batchStatement((db, at: AtRow<"userId" | "day">, count) =>
  db
    .selectFrom("analytics_day")
    .select(["user_id as userId", "day", "views", "clicks", "visitors"])
    .where(
      "user_id",
      "in",
      rowNumbers(count).map((row) => at(row, "userId")),
    )
    .where("day", "=", at(0, "day")),
);

export const findPackedDays = (
  db: Kysely<Schema>,
  day: number,
  userIds: readonly string[],
): Promise<{ userId: string; packed: Uint8Array }[]> =>
  readingPacked(
    db,
    userIds.map((userId) => ({ userId, day })),
  );

const readingPacked = batchStatement((db, at: AtRow<"userId" | "day">, count) =>
  db
    .selectFrom("analytics_day")
    .select(["user_id as userId", "packed"])
    .where(
      "user_id",
      "in",
      rowNumbers(count).map((row) => at(row, "userId")),
    )
    .where("day", "=", at(0, "day")),
);

export async function writeDays(trx: Kysely<Schema>, days: readonly PackedDay[]): Promise<void> {
  await writingDays(trx, days);
}

const writingDays = batchStatement((db, at: AtRow<keyof PackedDay>, count) =>
  db
    .insertInto("analytics_day")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        day: at(row, "day"),
        views: at(row, "views"),
        clicks: at(row, "clicks"),
        visitors: at(row, "visitors"),
        packed: at(row, "packed"),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "day"]).doUpdateSet((eb) => ({
        views: eb.ref("excluded.views"),
        clicks: eb.ref("excluded.clicks"),
        visitors: eb.ref("excluded.visitors"),
        packed: eb.ref("excluded.packed"),
      })),
    ),
);

type Range = { userId: string; from: number; to: number };

export const readPackedDays = (
  db: Kysely<Schema>,
  { userId, from, to }: Range,
  limit: number,
): Promise<{ day: number; packed: Uint8Array }[]> =>
  db
    .selectFrom("analytics_day")
    .select(["day", "packed"])
    .where("user_id", "=", userId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .limit(limit)
    .execute();

export const readDaySums = (
  db: Kysely<Schema>,
  { userId, from, to }: Range,
): Promise<{ day: number; views: number; clicks: number; visitors: number }[]> =>
  db
    .selectFrom("analytics_day")
    .select(["day", "views", "clicks", "visitors"])
    .where("user_id", "=", userId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();

/**
 * The day (in 1970) of an account's row with the sums of its deleted days, so that all days still add up to all
 * time. Its table is empty.
 */
export const DELETED_DAYS = 0;

export const hasDaysUpTo = async (db: Kysely<Schema>, userId: string, day: number): Promise<boolean> =>
  (await oldestDays(db, { userId, to: day }, 1)).length > 0;

export async function deleteOldestDays(
  trx: Kysely<Schema>,
  { userId, to }: { userId: string; to: number },
  limit: number,
): Promise<Omit<DaySums, "userId" | "day"> | null> {
  const days = await oldestDays(trx, { userId, to }, limit);
  const last = days.at(-1);
  if (!last) return null;
  await trx
    .deleteFrom("analytics_day")
    .where("user_id", "=", userId)
    .where("day", ">", DELETED_DAYS)
    .where("day", "<=", last.day)
    .execute();
  const sums = { views: 0, clicks: 0, visitors: 0 };
  for (const { views, clicks, visitors } of days) {
    sums.views += views;
    sums.clicks += clicks;
    sums.visitors += visitors;
  }
  return sums;
}

const oldestDays = (db: Kysely<Schema>, { userId, to }: { userId: string; to: number }, limit: number) =>
  db
    .selectFrom("analytics_day")
    .select(["day", "views", "clicks", "visitors"])
    .where("user_id", "=", userId)
    .where("day", ">", DELETED_DAYS)
    .where("day", "<=", to)
    .orderBy("day")
    .limit(limit)
    .execute();

/** Sums all days. The sum counts as one row of the account's share of work; its days would be hundreds. */
export async function sumOfDays(
  db: Kysely<Schema>,
  userId: string,
): Promise<{ views: number; clicks: number }> {
  const sums = await db
    .selectFrom("analytics_day")
    .select((eb) => [eb.fn.sum<number>("views").as("views"), eb.fn.sum<number>("clicks").as("clicks")])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { views: sums?.views ?? 0, clicks: sums?.clicks ?? 0 };
}

export type StoredTotal = { throughDay: number; packed: Uint8Array };

export const readTotal = (db: Kysely<Schema>, userId: string): Promise<StoredTotal | undefined> =>
  db
    .selectFrom("analytics_total")
    .select(["through_day as throughDay", "packed"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

export async function writeTotal(
  trx: Kysely<Schema>,
  userId: string,
  { throughDay: through_day, packed }: StoredTotal,
): Promise<void> {
  await trx
    .insertInto("analytics_total")
    .values({ user_id: userId, through_day, packed })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ through_day, packed }))
    .execute();
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
