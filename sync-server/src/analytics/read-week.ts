import type { AnalyticsChange, BreakdownRow } from "@shelv/contract/analytics";
import { DIMENSION } from "@shelv/contract/analytics-dimensions";
import type { ObjectName } from "@shelv/contract/values/object-name";
import { changeInWords, percentOf } from "@shelv/contract/values/percent";
import { objectOf } from "@shelv/public-page/objects/choose-object";
import type { Kysely } from "kysely";
import { pictureShapes } from "#database/rows/pictures";
import type { Schema } from "#database/schema";
import { mostClicked, rateOf, shownPictureOf } from "./read-analytics.ts";
import { readRange } from "./read-range.ts";
import { isKnownSource } from "./visitor/referrer.ts";

export type Week = {
  views: { total: number; change: string };
  clicks: { total: number; change: string };
  ctr: { total: string; change: string };
  items: {
    id: string;
    title: string;
    emoji: string;
    /** Drawn without a picture and an emoji. */
    object: ObjectName;
    picture: string | null;
    clicks: number;
    change: string;
  }[];
};

/** Null if the plan does not include them. */
export type WeekSources = { referrers: BreakdownRow[]; changes: AnalyticsChange[] } | null;

const ITEMS_MAX = 5;
const REFERRERS_MAX = 3;

export async function readWeek(
  reader: Kysely<Schema>,
  userId: string,
  { lastDay, hasDimensions }: { lastDay: number; hasDimensions: boolean },
): Promise<{ week: Week; sources: WeekSources }> {
  const range = { userId, from: lastDay - 6, to: lastDay, unit: "day", filter: {} } as const;
  const figures = await readRange(reader, range, { firstDay: -Infinity, hasDimensions });
  const { total, before, items, breakdowns, changes } = figures;
  const was = before ?? { views: 0, clicks: 0 };
  return {
    week: {
      views: { total: total.views, change: changeInWords(total.views, was.views) },
      clicks: { total: total.clicks, change: changeInWords(total.clicks, was.clicks) },
      ctr: { total: percentOf(total.clicks, total.views), change: changeInWords(rateOf(total), rateOf(was)) },
      items: await itemsOf(reader, userId, items),
    },
    sources: breakdowns && {
      referrers: breakdowns.referrer
        .filter(({ value, views }) => value !== null && isKnownSource(value) && views > 0)
        .slice(0, REFERRERS_MAX),
      changes: (changes ?? []).filter(isForMail),
    },
  };
}

async function itemsOf(
  reader: Kysely<Schema>,
  userId: string,
  figures: readonly { itemId: string; clicks: number; clicksBefore: number }[],
): Promise<Week["items"]> {
  const clicksOf = new Map(figures.map(({ itemId, clicks }) => [itemId, clicks]));
  const before = new Map(figures.map(({ itemId, clicksBefore }) => [itemId, clicksBefore]));
  const most = await mostClicked(reader, userId, clicksOf, ITEMS_MAX);
  const stored = await pictureShapes(
    reader,
    userId,
    most.flatMap(({ item }) => shownPictureOf(item) ?? []),
  );
  return most.map(({ item, clicks }) => {
    const picture = shownPictureOf(item);
    return {
      id: item.id,
      title: item.title,
      emoji: item.emoji,
      object: objectOf(item),
      picture: picture !== null && stored.has(picture) ? picture : null,
      clicks,
      change: changeInWords(clicks, before.get(item.id) ?? 0),
    };
  });
}

/**
 * Browsers choose where a visitor comes from: a mail shows only names from our own list, or any stranger could
 * write to owners.
 */
const isForMail = ({ by, value }: AnalyticsChange): boolean =>
  by === "page" ||
  by === "item" ||
  DIMENSION[by].of === "visitor" ||
  (by === "referrer" && isKnownSource(value ?? ""));
