import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#database/schema";
import { isPostgres } from "#database/dialect";
import { lockKeys } from "#database/transaction";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

export type TrackedPage = { usernameKey: string; userId: string; isPublic: boolean };
export type TrackedItem = {
  userId: string;
  id: string;
  title: string;
  url: string;
  shelfId: string;
  shelfName: string;
};

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
 * Until the transaction ends no other one counts these pages' visits or deletes their accounts; else a
 * visitor could count twice. Call it before anything about them is read.
 */
export const lockVisits = (trx: Kysely<Schema>, usernameKeys: readonly string[]): Promise<void> =>
  lockKeys(trx, "visits", usernameKeys);

export async function lockVisitsOf(trx: Kysely<Schema>, userId: string): Promise<void> {
  if (!isPostgres(trx)) return;
  const user = await trx
    .selectFrom("user")
    .select("username_key")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user?.username_key != null) await lockVisits(trx, [user.username_key]);
}

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
      "item.url",
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
