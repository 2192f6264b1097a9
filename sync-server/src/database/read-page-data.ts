import type { OwnerRow } from "@shelv/contract/owner-tables";
import { shownPicture } from "@shelv/contract/item";
import { socialLinkUrl } from "@shelv/contract/social-link";
import { inOrder } from "@shelv/mutators/placing";
import type { PageData } from "@shelv/public-page/page-data";
import type { Kysely } from "kysely";
import { readContent, readSocialLinks, type ShelfContent } from "./read-owner.ts";
import { readSingle } from "./read-single.ts";
import type { Schema } from "./schema.ts";

/**
 * What is seen of the owner of a username, in whatever case it is asked for; null where there is nobody, or somebody who
 * shows their page to nobody but themselves. `viewerId` is the account that looks, null for a visitor.
 */
export async function readPageData(reader: Kysely<Schema>, username: string, viewerId: string | null = null): Promise<PageData | null> {
  return reader.transaction().execute(async (trx) => {
    const user = await trx.selectFrom("user").select(["id", "username"]).where("username_key", "=", username.toLowerCase()).executeTakeFirst();
    if (!user?.username) return null;
    const { publicProfile } = await readSingle(trx, user.id, "settings");
    if (!publicProfile && user.id !== viewerId) return null;
    const { id: _, ...profile } = await readSingle(trx, user.id, "profile");
    const { id: __, ...appearance } = await readSingle(trx, user.id, "appearance");
    return {
      username: user.username,
      ...profile,
      appearance,
      socialLinks: filledIn(await readSocialLinks(trx, user.id)),
      shelves: (await readContent(trx, user.id)).map(toPageShelf),
    };
  });
}

const filledIn = (links: OwnerRow<"socialLinks">[]) =>
  inOrder(links).flatMap(({ id, value }) => {
    const url = socialLinkUrl(id, value);
    return url === null ? [] : [{ platform: id, url }];
  });

const toPageShelf = ({ shelf: { id, name, description, emoji }, categories, items }: ShelfContent) => ({
  id, name, description, emoji,
  categories: inOrder(categories).map((category) => ({ id: category.id, name: category.name })),
  items: inOrder(items).map(toPageItem),
});

const toPageItem = (item: OwnerRow<"items">) => {
  const { id, title, url, description, price, emoji, categoryIds } = item;
  return { id, title, url, description, price, emoji, categoryIds, picture: shownPicture(item) };
};
