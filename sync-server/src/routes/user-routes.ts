import { Refusal } from "@shelv/contract/refusal";
import { userRoutes } from "@shelv/contract/routes/users";
import { findUser } from "#database/find-user";
import { readPageData, readSeenOwner } from "#public-page/read-page-data";
import { type Api, bindRoute, bindSharedRoute } from "#http/bind-route";
import type { Services } from "#services";
import { pictureUrl } from "#routes/answers/picture-url";
import { publicShelvesJson } from "#routes/answers/public-shelves-json";

export function serveUsers(api: Api, { db, now, rules, pageDeps }: Services): void {
  const asVisitor = () => ({ now: now(), hasPlanLimits: rules.hasPlanLimits, viewerId: null });

  bindRoute(api, userRoutes.profile, async ({ params: { username } }) => {
    await ownerOf(username);
    const {
      picture,
      appearance: { shelfBackground },
      socialLinks,
      ...user
    } = (await readSeenOwner(db.reader, username, asVisitor())) ?? missing();
    const leading = socialLinks.flatMap(({ platform, url }) => (url === null ? [] : [{ platform, url }]));
    return {
      ...user,
      socialLinks: leading,
      profileImageUrl: pictureUrl(picture?.sha256 ?? null),
      settings: { shelfBackground },
    };
  });

  bindSharedRoute(api, userRoutes.shelves, {
    ownerOf: ({ username }) => ownerOf(username),
    makeJson: ({ username }) =>
      pageDeps.large.make(username.toLowerCase(), async () => {
        const { page } = (await readPageData(db.reader, username, asVisitor())) ?? missing();
        return publicShelvesJson(page.shelves);
      }),
  });

  async function ownerOf(username: string): Promise<string> {
    const user = await findUser(db.reader, username.toLowerCase());
    if (user?.isSuspended) throw new Refusal("page-suspended");
    return user?.id ?? missing();
  }
}

function missing(): never {
  throw new Refusal("not-found");
}
