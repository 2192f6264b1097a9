import { picturePath } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { userRoutes } from "@shelv/contract/routes/users";
import type { PageData } from "@shelv/public-page/page-data";
import { readPageData } from "#database/read-page-data";
import { type Api, implement } from "#http/implement";
import type { Services } from "#services";

export function serveUsers(api: Api, { db }: Services): void {
  implement(api, userRoutes.profile, async ({ params }) => {
    const { username, displayName, bio, picture } = await pageOf(params.username);
    return { username, displayName, bio, profileImageUrl: picture && picturePath(picture, 320) };
  });

  implement(api, userRoutes.shelves, async ({ params }) =>
    (await pageOf(params.username)).shelves.map((shelf) => ({
      ...shelf,
      items: shelf.items.map(({ picture, ...item }) => ({ ...item, imageUrl: picture && picturePath(picture, 320) })),
    })));

  async function pageOf(username: string): Promise<PageData> {
    const page = await readPageData(db.reader, username);
    if (!page) throw new Refusal("not-found");
    return page;
  }
}
