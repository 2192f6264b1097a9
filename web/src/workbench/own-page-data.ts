import { appearanceUnder } from "@shelv/contract/appearance";
import { shownPicture } from "@shelv/contract/item";
import { limitsAt } from "@shelv/contract/plan";
import type { ShelfRow } from "@shelv/contract/shelf";
import { socialLinkUrl } from "@shelv/contract/social-link";
import type { PageData, PagePicture } from "@shelv/public-page/page-data";
import type { LocalStore } from "#local-store/local-store";
import { accountOf, appearanceOf, categoriesOfShelf, itemsOfShelf, profileOf, shelvesInOrder, socialLinksInOrder } from "#local-store/queries";

/** The owner's page as this device knows it, unsent changes included; of the shelves only one, where it is named. */
export async function ownPageData(store: LocalStore, username: string, shelfId?: string): Promise<PageData> {
  const { id: _, ...profile } = await profileOf(store);
  const { id: __, ...chosen } = await appearanceOf(store);
  const account = await accountOf(store);
  const limits = limitsAt(account, { now: new Date().toISOString(), hasPlanLimits: account.hasPlanLimits });
  const shelves = shelfId === undefined ? await shelvesInOrder(store) : (await store.shelves.bulkGet([shelfId])).filter((shelf) => shelf !== undefined);
  const links = await socialLinksInOrder(store);
  return {
    username,
    ...profile,
    picture: onPage(profile.picture),
    appearance: appearanceUnder(chosen, limits),
    socialLinks: links.flatMap(({ id, value }) => {
      const url = socialLinkUrl(id, value);
      return url === null ? [] : [{ platform: id, url }];
    }),
    shelves: await Promise.all(shelves.map((shelf) => ownShelf(store, shelf))),
  };
}

const ownShelf = async (store: LocalStore, shelf: ShelfRow) => ({
  ...shelf,
  categories: await categoriesOfShelf(store, shelf.id),
  items: (await itemsOfShelf(store, shelf.id)).map((item) => ({ ...item, picture: onPage(shownPicture(item)), clicks: null })),
});

const onPage = (sha256: string | null): PagePicture | null => (sha256 === null ? null : { sha256, shape: null });
