/** An owner's analytics as a whole: to take along, and to be gone. */
import type { Activity, DayCounts } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import type { CountedKind, Schema } from "#database/schema";
import { dateOf } from "./day.ts";

export type AnalyticsExport = {
  /** Of the page (without an id), of each shelf and of each item, deleted ones too: one entry a UTC day on which something was counted. */
  counts: (DayCounts & { of: CountedKind; id: string | null })[];
  activities: Activity[];
};

export async function readAnalyticsForExport(reader: Kysely<Schema>, userId: string): Promise<AnalyticsExport> {
  const counts = await reader
    .selectFrom("analytics_count").selectAll().where("user_id", "=", userId).orderBy("kind").orderBy("subject_id").orderBy("day").execute();
  const activities = await reader.selectFrom("analytics_activity").selectAll().where("user_id", "=", userId).orderBy("at").execute();
  return {
    counts: counts.map(({ kind, subject_id, day, views, clicks }) => ({ of: kind, id: subject_id || null, date: dateOf(day), views, clicks })),
    activities: activities.map(({ id, type, item_title, shelf_name, location, at }) =>
      ({ id, type, itemTitle: item_title, shelfName: shelf_name, location, timestamp: new Date(at).toISOString() })),
  };
}

/** Deletes all that was counted and told of an owner. Visitors' marks lead to nobody, and are gone with their day. */
export async function forgetAnalytics(trx: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["analytics_count", "analytics_activity", "analytics_ring"] as const) {
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  }
}
