import type { Activity } from "@shelv/contract/analytics";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { dateOf } from "./day.ts";

const ROWS_AT_ONCE = 1000;

/**
 * In chunks, as years of a busy page do not fit in memory: `counts` of the page (without an id), each shelf
 * and each item, including deleted ones, one entry per UTC day with counts; and `activities`.
 */
export async function* analyticsJson(reader: Kysely<Schema>, userId: string): AsyncGenerator<string> {
  yield '{"counts":[';
  let separator = "";
  for await (const rows of countsOf(reader, userId)) {
    yield separator + rows.map((row) => JSON.stringify(exportedCount(row))).join(",\n");
    separator = ",\n";
  }
  const activities = await reader
    .selectFrom("analytics_activity")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("at")
    .execute();
  yield `],\n"activities":${JSON.stringify(activities.map(exportedActivity))}}`;
}

type CountRow = Schema["analytics_count"];

const exportedCount = ({ kind, subject_id, day, views, clicks }: CountRow) => ({
  of: kind,
  id: subject_id || null,
  date: dateOf(day),
  views,
  clicks,
});

const exportedActivity = ({
  id,
  type,
  item_title,
  shelf_name,
  location,
  at,
}: Schema["analytics_activity"]): Activity => ({
  id,
  type,
  itemTitle: item_title,
  shelfName: shelf_name,
  location,
  timestamp: new Date(at).toISOString(),
});

/** In key order; no batch is empty. */
async function* countsOf(reader: Kysely<Schema>, userId: string): AsyncGenerator<CountRow[]> {
  let last: CountRow | undefined;
  for (;;) {
    const query = reader
      .selectFrom("analytics_count")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("kind")
      .orderBy("subject_id")
      .orderBy("day")
      .limit(ROWS_AT_ONCE);
    const rows = await (last ? query.where(isAfter(last)) : query).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

const isAfter =
  ({ kind, subject_id, day }: CountRow) =>
  (eb: ExpressionBuilder<Schema, "analytics_count">) =>
    eb(eb.refTuple("kind", "subject_id", "day"), ">", eb.tuple(kind, subject_id, day));

/** Visitor marks identify no owner and expire with their day. */
export async function forgetAnalytics(trx: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["analytics_count", "analytics_activity", "analytics_ring"] as const) {
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  }
}
