/** A day's hashed visitors: what counted already, and how much each may still add. For whole batches. */
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

/** `at`: in ms. `source`: see `analytics_seen`. */
export type Seen = { mark: string; at: number; source: string | null };

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
 * Up to `limit` marks; returns their number. SQLite would scan the whole table for a list of keys, so the
 * last key is looked up first.
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

/** Returns the use before this call. Each mark occurs once. */
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

export async function findQuotas(
  db: Kysely<Schema>,
  day: number,
  marks: readonly string[],
): Promise<Map<string, number>> {
  const rows = await readingQuotas(
    db,
    marks.map((mark) => ({ day, mark })),
  );
  return new Map(rows.map(({ mark, used }) => [mark, used]));
}

const readingQuotas = batchStatement((db, at: AtRow<"day" | "mark">, count) =>
  db
    .selectFrom("analytics_quota")
    .select(["mark", "used"])
    .where("day", "=", at(0, "day"))
    .where(
      "mark",
      "in",
      rowNumbers(count).map((row) => at(row, "mark")),
    ),
);

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
