/** Figures from the daily counts. Those of an item count since its reset. */
import type { Activity, PopularItem, ShelfAnalytics, SummaryAnalytics } from "@shelv/contract/analytics";
import { changeOf, percentOf } from "@shelv/contract/values/percent";
import { picturePath } from "@shelv/contract/rows/picture";
import { shownPicture } from "@shelv/contract/rows/item";
import type { Kysely, Selectable } from "kysely";
import { readDaySums, sumOfDays } from "#analytics/tables/analytics-days";
import { readResets } from "#analytics/tables/analytics-resets";
import type { Schema } from "#database/schema";
import { batchStatement, type AtRow, rowNumbers } from "#database/statement";
import { dayOf } from "./day.ts";
import { clicksSince } from "./reset-item.ts";
import { readAllTime } from "./days/stored-days.ts";

type Counts = { views: number; clicks: number };

const POPULAR_AT_MOST = 10;
const ACTIVITIES_AT_MOST = 50;
const WEEK = 7;

export async function readSummary(
  reader: Kysely<Schema>,
  userId: string,
  now: Date,
): Promise<SummaryAnalytics> {
  const [total, week, before] = [
    await sumOfDays(reader, userId),
    ...(await readTwoWeeks(reader, userId, now)),
  ];
  return {
    views: { total: total.views, change: changeOf(week.views, before.views) },
    clicks: { total: total.clicks, change: changeOf(week.clicks, before.clicks) },
    ctr: { total: percentOf(total.clicks, total.views), change: changeOf(rateOf(week), rateOf(before)) },
  };
}

export async function readShelfAnalytics(reader: Kysely<Schema>, userId: string): Promise<ShelfAnalytics> {
  const { ofShelf } = await readAllTime(reader, userId);
  const shelves = await reader.selectFrom("shelf").select("id").where("user_id", "=", userId).execute();
  return Object.fromEntries(
    shelves.map(({ id }) => {
      const { views, clicks } = ofShelf.get(id) ?? { views: 0, clicks: 0 };
      return [id, { views, clicks, ctr: percentOf(clicks, views) }];
    }),
  );
}

export async function readPopularItems(reader: Kysely<Schema>, userId: string): Promise<PopularItem[]> {
  const { clicks: all } = await sumOfDays(reader, userId);
  const items = await mostClicked(reader, userId, await readAllClicks(reader, userId), POPULAR_AT_MOST);
  return items.map(({ item, clicks }) => {
    const picture = shownPictureOf(item);
    return {
      id: item.id,
      title: item.title,
      imageUrl: picture && picturePath(picture, 320),
      clicks,
      clickPercentage: percentOf(clicks, all),
    };
  });
}

async function readAllClicks(reader: Kysely<Schema>, userId: string): Promise<Map<string, number>> {
  const [{ clicksOfItem }, resets] = [await readAllTime(reader, userId), await readResets(reader, userId)];
  for (const [itemId, clicks] of clicksOfItem)
    clicksOfItem.set(itemId, clicksSince(resets.get(itemId), clicks));
  return clicksOfItem;
}

type ClickedItem = Pick<
  Selectable<Schema["item"]>,
  "id" | "title" | "url" | "emoji" | "object" | "picture" | "cutout" | "shows_cutout"
>;

const ITEMS_PER_READ = 50;

export async function mostClicked(
  reader: Kysely<Schema>,
  userId: string,
  clicksOf: ReadonlyMap<string, number>,
  atMost: number,
): Promise<{ item: ClickedItem; clicks: number }[]> {
  const ranked = [...clicksOf]
    .filter(([, clicks]) => clicks > 0)
    .toSorted(([a, clicksA], [b, clicksB]) => clicksB - clicksA || (a < b ? -1 : 1));
  const most: { item: ClickedItem; clicks: number }[] = [];
  for (let at = 0; at < ranked.length && most.length < atMost; at += ITEMS_PER_READ) {
    const chunk = ranked.slice(at, at + ITEMS_PER_READ);
    const rows = await readingItems(
      reader,
      chunk.map(([id]) => ({ userId, id })),
    );
    const itemOf = new Map(rows.map((item) => [item.id, item]));
    most.push(
      ...chunk.flatMap(([id, clicks]) => {
        const item = itemOf.get(id);
        return item ? [{ item, clicks }] : [];
      }),
    );
  }
  return most.slice(0, atMost);
}

const readingItems = batchStatement((db, at: AtRow<"userId" | "id">, count) =>
  db
    .selectFrom("item")
    .select(["id", "title", "url", "emoji", "object", "picture", "cutout", "shows_cutout"])
    .where("user_id", "=", at(0, "userId"))
    .where(
      "id",
      "in",
      rowNumbers(count).map((row) => at(row, "id")),
    ),
);

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

export async function clicksOfItems(
  reader: Kysely<Schema>,
  userId: string,
  itemIds: readonly string[],
): Promise<Map<string, number>> {
  const asked = new Set(itemIds);
  const clicksOf = await readAllClicks(reader, userId);
  return new Map([...clicksOf].filter(([id, clicks]) => asked.has(id) && clicks > 0));
}

/** The seven days up to now, and the seven before. */
async function readTwoWeeks(
  reader: Kysely<Schema>,
  userId: string,
  now: Date,
): Promise<[week: Counts, before: Counts]> {
  const to = dayOf(now.getTime());
  const days = await readDaySums(reader, { userId, from: to - 2 * WEEK + 1, to });
  const isOfWeek = ({ day }: { day: number }) => day > to - WEEK;
  return [sumOf(days.filter(isOfWeek)), sumOf(days.filter((day) => !isOfWeek(day)))];
}

export const rateOf = ({ views, clicks }: Counts): number => (views === 0 ? 0 : clicks / views);

function sumOf(days: readonly Counts[]): Counts {
  const sum = { views: 0, clicks: 0 };
  for (const { views, clicks } of days) {
    sum.views += views;
    sum.clicks += clicks;
  }
  return sum;
}

export const shownPictureOf = ({ picture, cutout, shows_cutout }: ClickedItem) =>
  shownPicture({ picture, cutout, showsCutout: shows_cutout === 1 });
