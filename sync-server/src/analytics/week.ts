import { changeOf, percentOf } from "@shelv/contract/percent";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { firstDayOfWeek, rateOf, readTwoWeeks } from "./read-analytics.ts";

export type Week = {
  views: { total: number; change: string };
  clicks: { total: number; change: string };
  ctr: { total: string; change: string };
  /** Existing items, by the week's clicks. */
  items: { id: string; title: string; clicks: number; change: string }[];
};

const ITEMS_AT_MOST = 5;

/** Up to the day of `now`, compared with the seven before. */
export async function weekOf(reader: Kysely<Schema>, userId: string, now: Date): Promise<Week> {
  const [week, before] = await readTwoWeeks(reader, userId, now);
  return {
    views: { total: week.views, change: changeOf(week.views, before.views) },
    clicks: { total: week.clicks, change: changeOf(week.clicks, before.clicks) },
    ctr: { total: percentOf(week.clicks, week.views), change: changeOf(rateOf(week), rateOf(before)) },
    items: await itemsOf(reader, userId, firstDayOfWeek(now)),
  };
}

async function itemsOf(reader: Kysely<Schema>, userId: string, firstDay: number): Promise<Week["items"]> {
  const rows = await reader
    .selectFrom("analytics_count as counted")
    .innerJoin("item", (join) =>
      join.onRef("item.user_id", "=", "counted.user_id").onRef("item.id", "=", "counted.subject_id"),
    )
    .select(["item.id", "item.title", "counted.day", "counted.clicks"])
    .where("counted.user_id", "=", userId)
    .where("counted.kind", "=", "item")
    .where("counted.day", ">=", firstDay - 7)
    .where("counted.day", "<", firstDay + 7)
    .execute();
  const clicksOf = (days: typeof rows) => days.reduce((sum, { clicks }) => sum + clicks, 0);
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .map((days) => {
      const [week, before] = [
        clicksOf(days.filter(({ day }) => day >= firstDay)),
        clicksOf(days.filter(({ day }) => day < firstDay)),
      ];
      return {
        id: days[0]?.id ?? "",
        title: days[0]?.title ?? "",
        clicks: week,
        change: changeOf(week, before),
      };
    })
    .filter(({ clicks }) => clicks > 0)
    .toSorted((a, b) => b.clicks - a.clicks || (a.id < b.id ? -1 : 1))
    .slice(0, ITEMS_AT_MOST);
}
