import type { OwnerRow } from "@shelv/contract/owner-tables";
import { appearanceUnder } from "@shelv/contract/appearance";
import { shownPicture } from "@shelv/contract/item";
import type { PictureShape } from "@shelv/contract/picture";
import { limitsAt, planAt } from "@shelv/contract/plan";
import { socialLinkTarget } from "@shelv/contract/social-link";
import { inOrder } from "@shelv/mutators/placing";
import type { PageData, PagePicture } from "@shelv/public-page/page-data";
import type { Kysely } from "kysely";
import { clicksOfItems } from "#analytics/read-analytics";
import { findUser } from "#database/find-user";
import { pictureShapes } from "#database/pictures";
import { readContent, readSocialLinks, type ShelfContent } from "#database/read-owner";
import { readSingles } from "#database/read-single";
import type { Schema } from "#database/schema";

/** `changesAt`: when what was read will no longer be what is shown, although nobody changes anything (ISO 8601); null for never. */
export type SeenPage = { page: PageData; changesAt: string | null };

/** Counts on a page are at most this old. */
const COUNTS_VALID_MS = 60_000;

/** Who looks at a page, when and under which rules. `viewerId` is the account that looks, null for a visitor. */
export type Look = { now: Date; hasPlanLimits: boolean; viewerId: string | null };

/**
 * What is seen of the owner of a username, in whatever case it is asked for; null where there is nobody, somebody who
 * shows their page to nobody but themselves, or a suspended page, which is shown to nobody at all.
 */
export async function readPageData(reader: Kysely<Schema>, username: string, { now, hasPlanLimits, viewerId }: Look): Promise<SeenPage | null> {
  return reader.transaction().execute(async (trx) => {
    const user = await findUser(trx, username.toLowerCase());
    if (!user?.username || user.isSuspended) return null;
    const { settings: { publicProfile, showAnalytics }, account, ...singles } = await readSingles(trx, user.id);
    if (!publicProfile && user.id !== viewerId) return null;
    const { id: _, ...profile } = singles.profile;
    const { id: __, ...chosen } = singles.appearance;
    const clicks = showAnalytics ? await clicksOfItems(trx, user.id) : null;
    const onPage = pagePicture(await pictureShapes(trx, user.id));
    const content = await readContent(trx, user.id);
    return {
      page: {
        username: user.username,
        ...profile,
        picture: onPage(profile.picture),
        appearance: appearanceUnder(chosen, limitsAt(account, { now: now.toISOString(), hasPlanLimits })),
        socialLinks: filledIn(await readSocialLinks(trx, user.id)),
        shelves: content.map((shelf) => toPageShelf(shelf, { clicks, onPage })),
      },
      changesAt: earliest([
        clicks && new Date(now.getTime() + COUNTS_VALID_MS).toISOString(),
        planAt(account, now.toISOString()) === "free" ? null : account.trialEndsAt,
      ]),
    };
  });
}

const earliest = (times: (string | null)[]): string | null => times.filter((time) => time !== null).toSorted()[0] ?? null;

const filledIn = (links: OwnerRow<"socialLinks">[]) =>
  inOrder(links).flatMap(({ id, value }) => {
    const target = socialLinkTarget(id, value);
    return target ? [{ platform: id, ...target }] : [];
  });

/** A picture that is still on a device is none yet. */
const pagePicture = (shapes: ReadonlyMap<string, PictureShape | null>) => (sha256: string | null): PagePicture | null => {
  const shape = sha256 === null ? undefined : shapes.get(sha256);
  return sha256 === null || shape === undefined ? null : { sha256, shape };
};

type Beside = { clicks: ReadonlyMap<string, number> | null; onPage: ReturnType<typeof pagePicture> };

const toPageShelf = ({ shelf: { id, name, description, emoji }, categories, items }: ShelfContent, beside: Beside) => ({
  id, name, description, emoji,
  categories: inOrder(categories).map((category) => ({ id: category.id, name: category.name })),
  items: inOrder(items).map((item) => toPageItem(item, beside)),
});

const toPageItem = (item: OwnerRow<"items">, { clicks, onPage }: Beside) => {
  const { id, title, url, description, price, emoji, categoryIds } = item;
  return { id, title, url, description, price, emoji, categoryIds, picture: onPage(shownPicture(item)), clicks: clicks && (clicks.get(id) ?? 0) };
};
