import type { Activity } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { clicksOfItems, countsOfShelves, type Day, totalOf } from "./days/count-by.ts";
import type { Counts } from "./days/day-table.ts";
import { ALWAYS, storedDays } from "./days/stored-days.ts";
import { dateOf } from "./day.ts";

type ExportedCount = Counts & { of: "page" | "shelf" | "item"; id: string | null; date: string };

/**
 * In chunks, for years of a busy page: `counts` of the page (without an id), each shelf and each item, also
 * deleted ones, per UTC day with counts; and `activities`.
 */
export async function* analyticsJson(reader: Kysely<Schema>, userId: string): AsyncGenerator<string> {
  yield '{"counts":[';
  let separator = "";
  for await (const day of storedDays(reader, { userId, ...ALWAYS })) {
    const counts = countsOfDay(day).filter(({ views, clicks }) => views + clicks > 0);
    if (counts.length === 0) continue;
    yield separator + counts.map((count) => JSON.stringify(count)).join(",\n");
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

export function countsOfDay(day: Day): ExportedCount[] {
  const date = dateOf(day.day);
  return [
    { of: "page" as const, id: null, ...totalOf(day, {}) },
    ...[...countsOfShelves(day)].map(([id, counts]) => ({ of: "shelf" as const, id, ...counts })),
    ...[...clicksOfItems(day)].map(([id, clicks]) => ({
      of: "item" as const,
      id,
      views: 0,
      clicks,
      visitors: 0,
    })),
  ].map(({ of, id, views, clicks, visitors }) => ({ of, id, date, views, clicks, visitors }));
}

/** Visitor marks identify no owner and expire with their day. */
export async function forgetAnalytics(trx: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of [
    "analytics_day",
    "analytics_total",
    "analytics_reset",
    "analytics_activity",
    "analytics_ring",
  ] as const) {
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  }
}
