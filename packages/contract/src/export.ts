/**
 * An export is a zip with this object as `shelv.json`, pictures as `pictures/<sha256>.<ending>`, and counts
 * as `analytics.json`. Rows are the synced ones, nested in their shelf.
 */
import * as v from "valibot";
import { appearance, appearanceFields } from "./rows/appearance.ts";
import { categoryRow } from "./rows/category.ts";
import { itemRow } from "./rows/item.ts";
import { onboarding } from "./rows/onboarding.ts";
import { ACCOUNT_PICTURES_MAX_BYTES, pictureSha } from "./rows/picture.ts";
import { accountPlan } from "./rows/plan.ts";
import { profile } from "./rows/profile.ts";
import { shelfRow } from "./rows/shelf.ts";
import { SOCIAL_PLATFORMS, socialLinkRow, socialLinkValue, withSocialValue } from "./rows/social-link.ts";
import { userSettings } from "./rows/account.ts";

/** Rises when older exports become invalid; until then each new field has a default. */
export const EXPORT_VERSION = 1;
export const EXPORT_FILE = "shelv.json";
export const EXPORT_ANALYTICS_FILE = "analytics.json";
/** Of the whole archive: an exported picture may be larger than its upload. */
export const IMPORT_MAX_BYTES = 2 * ACCOUNT_PICTURES_MAX_BYTES;

const time = v.pipe(v.string(), v.isoTimestamp("Must be a time in ISO 8601, UTC"));

const exportedCategory = v.object({ ...v.omit(categoryRow, ["shelfId"]).entries, createdAt: time });
const exportedItem = v.object({ ...v.omit(itemRow, ["shelfId"]).entries, createdAt: time });
const exportedShelf = v.object({
  ...shelfRow.entries,
  createdAt: time,
  categories: v.array(exportedCategory),
  items: v.array(exportedItem),
});

/** All lists are in the owner's order. */
export const accountExport = v.object({
  version: v.literal(EXPORT_VERSION),
  exportedAt: time,
  /** For the owner's information; an import ignores it. */
  account: v.object({ username: v.string(), email: v.string(), createdAt: time, plan: accountPlan }),
  profile,
  appearance: v.object({ ...appearance.entries, customCss: appearanceFields.entries.customCss }),
  settings: userSettings,
  onboarding,
  socialLinks: v.pipe(
    v.array(
      v.pipe(
        v.object({ ...socialLinkRow.entries, value: socialLinkValue }),
        withSocialValue(({ id }) => id),
      ),
    ),
    v.maxLength(SOCIAL_PLATFORMS.length),
    v.check((links) => areDistinct(links), "One link per platform"),
  ),
  shelves: v.pipe(
    v.array(exportedShelf),
    v.check((shelves) => areDistinct(shelves), "Two shelves have the same id"),
    v.check(
      (shelves) => areDistinct(shelves.flatMap(({ categories }) => categories)),
      "Two categories have the same id",
    ),
    v.check((shelves) => areDistinct(shelves.flatMap(({ items }) => items)), "Two items have the same id"),
  ),
});
export type AccountExport = v.InferOutput<typeof accountExport>;

type Pictured = Pick<AccountExport["shelves"][number]["items"][number], "picture" | "cutout">;

export function picturesIn({
  profile,
  shelves,
}: Pick<AccountExport, "profile"> & { shelves: readonly { items: readonly Pictured[] }[] }): string[] {
  const named = shelves.flatMap(({ items }) => items.flatMap(({ picture, cutout }) => [picture, cutout]));
  return [...new Set([profile.picture, ...named])].filter((sha) => sha !== null);
}

export function pictureOfFile(name: string): string | null {
  const sha = /^pictures\/([^/.]+)\.[a-z]+$/.exec(name)?.[1];
  return v.is(pictureSha, sha) ? sha : null;
}

export const importAnswer = v.object({
  shelves: v.number(),
  items: v.number(),
  pictures: v.number(),
  skipped: v.array(v.object({ file: v.string(), message: v.string() })),
});
export type ImportAnswer = v.InferOutput<typeof importAnswer>;

function areDistinct(rows: readonly { id: string }[]): boolean {
  return new Set(rows.map(({ id }) => id)).size === rows.length;
}
