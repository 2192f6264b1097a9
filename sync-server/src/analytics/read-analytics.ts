/** From the daily counts. */
import type {
  Activity,
  DayCounts,
  PopularItem,
  ShelfAnalytics,
  SummaryAnalytics,
} from "@shelv/contract/analytics";
import { changeOf, percentOf } from "@shelv/contract/percent";
import { picturePath } from "@shelv/contract/picture";
import { shownPicture } from "@shelv/contract/item";
import { type Kysely, type Selectable, sql } from "kysely";
import { pictureShapes } from "#database/rows/pictures";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { dateOf, dayOf } from "./day.ts";

type Counts = { views: number; clicks: number };

const POPULAR_AT_MOST = 10;
const ACTIVITIES_AT_MOST = 50;
const WEEK = 7;

/** Of all time; changes compare the last seven days, including today, with the seven before. */
export async function readSummary(
  reader: Kysely<Schema>,
  userId: string,
  now: Date,
): Promise<SummaryAnalytics> {
  const [total, week, before] = [
    await readTotal(reader, userId),
    ...(await readTwoWeeks(reader, userId, now)),
  ];
  return {
    views: { total: total.views, change: changeOf(week.views, before.views) },
    clicks: { total: total.clicks, change: changeOf(week.clicks, before.clicks) },
    ctr: { total: percentOf(total.clicks, total.views), change: changeOf(rateOf(week), rateOf(before)) },
  };
}

/** Existing shelves, all-time counts. */
export async function readShelfAnalytics(reader: Kysely<Schema>, userId: string): Promise<ShelfAnalytics> {
  const shelves = await reader
    .selectFrom("shelf")
    .leftJoin("analytics_count as counted", (join) =>
      join
        .onRef("counted.user_id", "=", "shelf.user_id")
        .on("counted.kind", "=", "shelf")
        .onRef("counted.subject_id", "=", "shelf.id"),
    )
    .select((eb) => [
      "shelf.id",
      eb.fn.coalesce(eb.fn.sum<number>("views"), eb.lit(0)).as("views"),
      eb.fn.coalesce(eb.fn.sum<number>("clicks"), eb.lit(0)).as("clicks"),
    ])
    .where("shelf.user_id", "=", userId)
    .groupBy("shelf.id")
    .execute();
  return Object.fromEntries(
    shelves.map(({ id, views, clicks }) => [id, { views, clicks, ctr: percentOf(clicks, views) }]),
  );
}

/** The most clicks first, without those at zero. */
export async function readPopularItems(reader: Kysely<Schema>, userId: string): Promise<PopularItem[]> {
  const { clicks: all } = await readTotal(reader, userId);
  const items = await reader
    .selectFrom("analytics_count as counted")
    .innerJoin("item", (join) =>
      join.onRef("item.user_id", "=", "counted.user_id").onRef("item.id", "=", "counted.subject_id"),
    )
    .select((eb) => [
      "item.id",
      "item.title",
      "item.picture",
      "item.cutout",
      "item.shows_cutout",
      eb.fn.sum<number>("clicks").as("clicks"),
    ])
    .where("counted.user_id", "=", userId)
    .where("counted.kind", "=", "item")
    .groupBy("item.id")
    .orderBy("clicks", "desc")
    .orderBy("item.id")
    .limit(POPULAR_AT_MOST)
    .execute();
  return items.map(({ id, title, clicks, shows_cutout, ...pictures }) => {
    const picture = shownPicture({ ...pictures, showsCutout: shows_cutout === 1 });
    return {
      id,
      title,
      imageUrl: picture && picturePath(picture, 320),
      clicks,
      clickPercentage: percentOf(clicks, all),
    };
  });
}

export async function readActivities(reader: Kysely<Schema>, userId: string): Promise<Activity[]> {
  const activities = await reader
    .selectFrom("analytics_activity")
    .select(["id", "type", "item_title as itemTitle", "shelf_name as shelfName", "location", "at"])
    .where("user_id", "=", userId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(ACTIVITIES_AT_MOST)
    .execute();
  return activities.map(({ at, ...activity }) => ({ ...activity, timestamp: new Date(at).toISOString() }));
}

/** Oldest first, today last; days without counts are zero. */
export async function readSeries(
  reader: Kysely<Schema>,
  userId: string,
  { days, now }: { days: number; now: Date },
): Promise<DayCounts[]> {
  const today = dayOf(now.getTime());
  const counted = new Map((await readDays(reader, userId, today - days + 1)).map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, index) => {
    const day = today - days + 1 + index;
    return { date: dateOf(day), views: counted.get(day)?.views ?? 0, clicks: counted.get(day)?.clicks ?? 0 };
  });
}

/** By item id, without those at zero. */
export async function clicksOfItems(
  reader: Kysely<Schema>,
  userId: string,
  itemIds: readonly string[],
): Promise<Map<string, number>> {
  return new Map(
    (await readClicks(reader, { userId, ids: JSON.stringify(itemIds) })).map(({ id, clicks }) => [
      id,
      clicks,
    ]),
  );
}

const readClicks = statement((db, at: At<{ userId: string; ids: string }>) =>
  db
    .selectFrom("analytics_count")
    .select((eb) => ["subject_id as id", eb.fn.sum<number>("clicks").as("clicks")])
    .where("user_id", "=", at("userId"))
    .where("kind", "=", "item")
    .where("subject_id", "in", sql<string>`(select value from json_each(${at("ids")}))`)
    .groupBy("subject_id"),
);

/** Oldest first. */
const readDays = (reader: Kysely<Schema>, userId: string, since = 0) =>
  reader
    .selectFrom("analytics_count")
    .select(["day", "views", "clicks"])
    .where("user_id", "=", userId)
    .where("kind", "=", "page")
    .where("subject_id", "=", "")
    .where("day", ">=", since)
    .orderBy("day")
    .execute();

/** The last seven days, including today, and the seven before. */
async function readTwoWeeks(
  reader: Kysely<Schema>,
  userId: string,
  now: Date,
): Promise<[week: Counts, before: Counts]> {
  const firstDay = firstDayOfWeek(now);
  const days = (await readDays(reader, userId, firstDay - WEEK)).filter(({ day }) => day < firstDay + WEEK);
  return [sumOf(days.filter(({ day }) => day >= firstDay)), sumOf(days.filter(({ day }) => day < firstDay))];
}

const firstDayOfWeek = (now: Date): number => dayOf(now.getTime()) - WEEK + 1;

const rateOf = ({ views, clicks }: Counts): number => (views === 0 ? 0 : clicks / views);

async function readTotal(reader: Kysely<Schema>, userId: string): Promise<Counts> {
  return sumOf(await readDays(reader, userId));
}

function sumOf(days: readonly Counts[]): Counts {
  const sum = { views: 0, clicks: 0 };
  for (const { views, clicks } of days) {
    sum.views += views;
    sum.clicks += clicks;
  }
  return sum;
}

export type Week = {
  views: { total: number; change: string };
  clicks: { total: number; change: string };
  ctr: { total: string; change: string };
  /** Existing items, by the week's clicks. */
  items: {
    id: string;
    title: string;
    emoji: string;
    /** The shown one, if the server has it. */
    picture: string | null;
    clicks: number;
    change: string;
  }[];
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
    .select([
      "item.id",
      "item.title",
      "item.emoji",
      "item.picture",
      "item.cutout",
      "item.shows_cutout",
      "counted.day",
      "counted.clicks",
    ])
    .where("counted.user_id", "=", userId)
    .where("counted.kind", "=", "item")
    .where("counted.day", ">=", firstDay - 7)
    .where("counted.day", "<", firstDay + 7)
    .execute();
  const clicksOf = (days: typeof rows) => days.reduce((sum, { clicks }) => sum + clicks, 0);
  const most = [...Map.groupBy(rows, ({ id }) => id).values()]
    .map((days) => {
      const [week, before] = [
        clicksOf(days.filter(({ day }) => day >= firstDay)),
        clicksOf(days.filter(({ day }) => day < firstDay)),
      ];
      return { item: days[0], clicks: week, change: changeOf(week, before) };
    })
    .filter(({ clicks }) => clicks > 0)
    .flatMap(({ item, ...counted }) => (item ? [{ ...counted, item }] : []))
    .toSorted((a, b) => b.clicks - a.clicks || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, ITEMS_AT_MOST);
  const stored = await pictureShapes(
    reader,
    userId,
    most.flatMap(({ item }) => shownOf(item) ?? []),
  );
  return most.map(({ item, clicks, change }) => {
    const picture = shownOf(item);
    return {
      id: item.id,
      title: item.title,
      emoji: item.emoji,
      picture: picture !== null && stored.has(picture) ? picture : null,
      clicks,
      change,
    };
  });
}

const shownOf = ({
  picture,
  cutout,
  shows_cutout,
}: Pick<Selectable<Schema["item"]>, "picture" | "cutout" | "shows_cutout">) =>
  shownPicture({ picture, cutout, showsCutout: shows_cutout === 1 });
