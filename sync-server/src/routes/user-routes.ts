import { Refusal } from "@shelv/contract/refusal";
import { userRoutes } from "@shelv/contract/routes/users";
import type { PageData } from "@shelv/public-page/page-data";
import { findUser } from "#database/find-user";
import { readPageData } from "#public-page/read-page-data";
import { type Api, implement } from "#http/implement";
import type { Services } from "#services";
import { pictureUrl } from "./picture-url.ts";

export function serveUsers(api: Api, { db, now, rules }: Services): void {
  implement(api, userRoutes.profile, async ({ params }) => {
    const { picture, appearance: { shelfBackground }, shelves: _, socialLinks, ...user } = await pageOf(params.username);
    const leading = socialLinks.flatMap(({ platform, url }) => (url === null ? [] : [{ platform, url }]));
    return { ...user, socialLinks: leading, profileImageUrl: pictureUrl(picture?.sha256 ?? null), settings: { shelfBackground } };
  });

  implement(api, userRoutes.shelves, async ({ params }) =>
    (await pageOf(params.username)).shelves.map(({ categories, items, ...shelf }) => ({
      ...shelf,
      categories,
      items: items.map(({ id, title, url, description, price, emoji, categoryIds, picture }) => ({
        id, title, url, description, price, emoji,
        categories: categories.filter((category) => categoryIds.includes(category.id)),
        imageUrl: pictureUrl(picture?.sha256 ?? null),
      })),
    })));

  async function pageOf(username: string): Promise<PageData> {
    const seen = await readPageData(db.reader, username, { now: now(), hasPlanLimits: rules.hasPlanLimits, viewerId: null });
    if (!seen) throw new Refusal((await findUser(db.reader, username.toLowerCase()))?.isSuspended ? "page-suspended" : "not-found");
    return seen.page;
  }
}
