import { Refusal } from "@shelv/contract/refusal";
import { userRoutes } from "@shelv/contract/routes/users";
import type { PageData } from "@shelv/public-page/page-data";
import { readPageData } from "#database/read-page-data";
import { type Api, implement } from "#http/implement";
import type { Services } from "#services";
import { pictureUrl } from "./picture-url.ts";

export function serveUsers(api: Api, { db }: Services): void {
  implement(api, userRoutes.profile, async ({ params }) => {
    const { picture, appearance: { shelfBackground }, shelves: _, ...user } = await pageOf(params.username);
    return { ...user, profileImageUrl: pictureUrl(picture), settings: { shelfBackground } };
  });

  implement(api, userRoutes.shelves, async ({ params }) =>
    (await pageOf(params.username)).shelves.map(({ categories, items, ...shelf }) => ({
      ...shelf,
      categories,
      items: items.map(({ picture, categoryIds, ...item }) => ({
        ...item, categories: categories.filter(({ id }) => categoryIds.includes(id)), imageUrl: pictureUrl(picture),
      })),
    })));

  async function pageOf(username: string): Promise<PageData> {
    const page = await readPageData(db.reader, username);
    if (!page) throw new Refusal("not-found");
    return page;
  }
}
