import { Refusal } from "@shelv/contract/refusal";
import { namesOf, picked } from "@shelv/contract/rows/field";
import { PUBLIC_ITEM_FIELDS } from "@shelv/contract/rows/item";
import { userRoutes } from "@shelv/contract/routes/users";
import type { PageItem, PageShelf } from "@shelv/public-page/page-data";
import type * as v from "valibot";
import { findUser } from "#database/find-user";
import { readPageData, readSeenOwner } from "#page/content/read-page-data";
import { type Api, bindRoute, bindSharedRoute } from "#http/bind-route";
import type { Database } from "#database/open-database";
import { bytesOfPieces } from "#http/json/json-bytes";
import type { Bytes } from "#http/read-body";
import type { AccountRules } from "#shelves/refresh-account";
import type { PageDeps } from "#page/read-page";
import { pictureUrl } from "#routes/answers";
import { mapInSlices } from "#page/content/in-slices";

type UserDeps = { db: Database; now: () => Date; rules: AccountRules; pageDeps: PageDeps };

export function serveUsers(api: Api, { db, now, rules, pageDeps }: UserDeps): void {
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

type PublicShelf = v.InferInput<typeof userRoutes.shelves.answer>[number];

/** Builds the JSON in slices: a full page has megabytes. */
export async function publicShelvesJson(
  shelves: readonly PageShelf[],
  between?: () => Promise<void>,
): Promise<Bytes> {
  const items = await mapInSlices(
    shelves.flatMap(({ items, categories }) => {
      const order = new Map(categories.map((category, at) => [category.id, { ...category, at }]));
      return items.map((item) => ({ item, order }));
    }),
    ({ item, order }) => JSON.stringify(publicItem(item, order)),
    between,
  );
  let at = 0;
  const pieces = shelves.flatMap(({ id, name, description, emoji, categories, items: { length } }, nth) => {
    const head = JSON.stringify({ id, name, description, emoji, categories } satisfies Omit<
      PublicShelf,
      "items"
    >).slice(0, -1);
    at += length;
    const ofShelf = items.slice(at - length, at).map((item, place) => (place === 0 ? item : `,${item}`));
    return [`${nth === 0 ? "" : ","}${head},"items":[`, ...ofShelf, "]}"];
  });
  return bytesOfPieces(["[", ...pieces, "]"], between);
}

const PUBLIC_NAMES = namesOf(PUBLIC_ITEM_FIELDS);
type Order = ReadonlyMap<string, { id: string; name: string; at: number }>;

function publicItem({ categoryIds, picture, ...item }: PageItem, order: Order): PublicShelf["items"][number] {
  const categories = [...new Set(categoryIds)]
    .flatMap((categoryId) => order.get(categoryId) ?? [])
    .toSorted((a, b) => a.at - b.at);
  return {
    id: item.id,
    ...picked(item, PUBLIC_NAMES),
    categories: categories.map((category) => ({ id: category.id, name: category.name })),
    imageUrl: pictureUrl(picture?.sha256 ?? null),
  };
}
