import type { OwnerRow, Single } from "@shelv/contract/rows/owner-tables";
import { appearanceUnder } from "@shelv/contract/rows/appearance";
import { type ItemRow, linkOf, PUBLIC_ITEM_FIELDS, shownPicture } from "@shelv/contract/rows/item";
import { PAGE_MAX_ITEMS } from "@shelv/contract/limits/page-limits";
import type { PictureShape } from "@shelv/contract/rows/picture";
import { limitsAt, planAt } from "@shelv/contract/rows/plan";
import { socialLinkTarget } from "@shelv/contract/rows/social-link";
import { inOrder } from "@shelv/mutators/placing";
import {
  categoriesInUse,
  type PageData,
  type PageItem,
  type PagePicture,
} from "@shelv/public-page/page-data";
import type { Kysely } from "kysely";
import { clicksOfItems } from "#analytics/read-analytics";
import { findUser } from "#database/find-user";
import { pictureShapes } from "#database/rows/pictures";
import { readSingles, readSocialLinks } from "#database/rows/read-owner";
import { FIELDS, valuesOf } from "#database/rows/stored-row";
import type { Schema } from "#database/schema";
import { snapshot } from "#database/transaction";
import { mapInSlices } from "./in-slices.ts";
import { type ItemOnPage, type PageContent, readPageContent } from "./read-page-content.ts";

/** `validUntil`: when the page becomes outdated without a write (ISO 8601); null for never. */
export type SeenPage = { ownerId: string; page: PageData; validUntil: string | null };

export type SeenOwner = Omit<PageData, "shelves" | "leftOut">;

const COUNTS_VALID_MS = 60_000;

/** How a page is looked at. `viewerId`: the owner's id; null for a visitor. */
export type Look = { now: Date; hasPlanLimits: boolean; viewerId: string | null; maxItems?: number };

export async function readPageData(
  reader: Kysely<Schema>,
  username: string,
  look: Look,
): Promise<SeenPage | null> {
  const read = await snapshot(reader, async (trx) => {
    const owner = await readOwner(trx, username, look);
    if (!owner) return null;
    const {
      id,
      settings: { showAnalytics, hidesGoneLinks },
      account,
    } = owner;
    const content = await readPageContent(trx, id, {
      maxItems: look.maxItems ?? PAGE_MAX_ITEMS,
      hidesGoneLinks,
    });
    const items = content.shelves.flatMap((shelf) => shelf.items);
    const clicks = showAnalytics
      ? await clicksOfItems(
          trx,
          id,
          items.map((item) => item.id),
        )
      : null;
    const shapes = await pictureShapes(
      trx,
      id,
      items.flatMap((item) => pictureOf(item) ?? []),
    );
    const validUntil = earliest([
      clicks && new Date(look.now.getTime() + COUNTS_VALID_MS).toISOString(),
      planAt(account, look.now.toISOString()) === "free" ? null : account.trialEndsAt,
    ]);
    return { id, seen: owner.seen, content, beside: { clicks, onPage: pagePicture(shapes) }, validUntil };
  });
  if (!read) return null;
  // The connection is released before the conversion.
  const {
    id: ownerId,
    seen,
    content: { shelves, leftOut },
    beside,
    validUntil,
  } = read;
  const items = await mapInSlices(
    shelves.flatMap((shelf) => shelf.items),
    (item) => [item.shelf_id, toPageItem(item, beside)] as const,
  );
  const itemsOf = Map.groupBy(items, ([shelfId]) => shelfId);
  return {
    ownerId,
    page: {
      ...seen,
      shelves: shelves.map((shelf) =>
        toPageShelf(
          shelf,
          (itemsOf.get(shelf.id) ?? []).map(([, item]) => item),
        ),
      ),
      leftOut,
    },
    validUntil,
  };
}

export async function readSeenOwner(
  reader: Kysely<Schema>,
  username: string,
  look: Look,
): Promise<SeenOwner | null> {
  return snapshot(reader, async (trx) => (await readOwner(trx, username, look))?.seen ?? null);
}

type Owner = { id: string; settings: Single<"settings">; account: Single<"account">; seen: SeenOwner };

async function readOwner(
  trx: Kysely<Schema>,
  username: string,
  { now, hasPlanLimits, viewerId }: Look,
): Promise<Owner | null> {
  const user = await findUser(trx, username.toLowerCase());
  if (!user?.username || user.isSuspended) return null;
  const { settings, account, ...singles } = await readSingles(trx, user.id);
  if (!settings.publicProfile && user.id !== viewerId) return null;
  const { id: _, ...profile } = singles.profile;
  const { id: __, ...chosen } = singles.appearance;
  const shapes = await pictureShapes(trx, user.id, profile.picture === null ? [] : [profile.picture]);
  const seen = {
    username: user.username,
    ...profile,
    picture: pagePicture(shapes)(profile.picture),
    appearance: appearanceUnder(chosen, limitsAt(account, { now: now.toISOString(), hasPlanLimits })),
    socialLinks: filledIn(await readSocialLinks(trx, user.id)),
  };
  return { id: user.id, settings, account, seen };
}

const earliest = (times: (string | null)[]): string | null =>
  times.filter((time) => time !== null).toSorted()[0] ?? null;

const filledIn = (links: OwnerRow<"socialLinks">[]) =>
  inOrder(links).flatMap(({ id, value }) => {
    const target = socialLinkTarget(id, value);
    return target ? [{ platform: id, ...target }] : [];
  });

const pagePicture =
  (shapes: ReadonlyMap<string, PictureShape>) =>
  (sha256: string | null): PagePicture | null => {
    const shape = sha256 === null ? undefined : shapes.get(sha256);
    return sha256 === null || shape === undefined ? null : { sha256, shape };
  };

const pictureOf = ({ picture, cutout, shows_cutout }: ItemOnPage) =>
  shownPicture({ picture, cutout, showsCutout: shows_cutout === 1 });

type ItemContext = { clicks: ReadonlyMap<string, number> | null; onPage: ReturnType<typeof pagePicture> };

const toPageShelf = (
  { id, name, description, emoji, categories, itemsLeftOut }: PageContent["shelves"][number],
  items: PageItem[],
) => ({
  id,
  name,
  description,
  emoji,
  categories: categoriesInUse(categories, items).map((category) => ({
    id: category.id,
    name: category.name,
  })),
  items,
  itemsLeftOut,
});

const SHOWN = FIELDS.items.filter(({ field }) => field in PUBLIC_ITEM_FIELDS || field === "categoryIds");

function toPageItem(item: ItemOnPage, { clicks, onPage }: ItemContext): PageItem {
  const { id } = item;
  const shown = valuesOf(SHOWN, item) as Pick<ItemRow, keyof typeof PUBLIC_ITEM_FIELDS | "categoryIds">;
  return {
    id,
    ...shown,
    picture: onPage(pictureOf(item)),
    clicks: clicks && linkOf(shown) !== null ? (clicks.get(id) ?? 0) : null,
  };
}
