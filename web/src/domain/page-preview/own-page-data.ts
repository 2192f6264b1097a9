import { namesOf, picked } from "@shelv/contract/rows/field";
import { isHiddenFromVisitors, PUBLIC_ITEM_FIELDS, shownPicture } from "@shelv/contract/rows/item";
import { PAGE_MAX_ITEMS } from "@shelv/contract/limits/page-limits";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { socialLinkTarget } from "@shelv/contract/rows/social-link";
import { cutToPage } from "@shelv/public-page/cut-to-page";
import { categoriesInUse, type PageData, type PagePicture } from "@shelv/public-page/page-data";
import type { LocalStore } from "#local-store/local-store";
import {
  categoriesOfShelf,
  firstItemsOfShelf,
  itemCounts,
  profileOf,
  settingsOf,
  shelvesInOrder,
  socialLinksInOrder,
} from "#local-store/queries";
import { ownLook } from "./own-look";

export type PagePart = { shelfId?: string; shelves?: number; itemsOnEach?: number };

export async function ownPageData(
  store: LocalStore,
  username: string,
  part: PagePart = {},
): Promise<PageData> {
  const { id: _, ...profile } = await profileOf(store);
  const links = await socialLinksInOrder(store);
  return {
    username,
    ...profile,
    picture: onPage(profile.picture),
    appearance: await ownLook(store),
    socialLinks: links.flatMap(({ id, value }) => {
      const target = socialLinkTarget(id, value);
      return target ? [{ platform: id, ...target }] : [];
    }),
    ...(await contentOf(store, part)),
  };
}

async function contentOf(store: LocalStore, part: PagePart): Promise<Pick<PageData, "shelves" | "leftOut">> {
  const shelves = await shelvesIn(store, part);
  const { hidesGoneLinks } = await settingsOf(store);
  const onPage = await Promise.all(shelves.map((shelf) => ownShelf(store, shelf, part, hidesGoneLinks)));
  const isWhole = part.shelves === undefined && part.itemsOnEach === undefined;
  const counts = isWhole ? await itemCounts(store) : null;
  const cut = cutToPage(
    onPage,
    counts ? { itemsOn: ({ id, hiddenCount }) => (counts.get(id) ?? 0) - hiddenCount } : {},
  );
  return {
    ...cut,
    shelves: cut.shelves.map((shelf) => ({
      ...shelf,
      categories: categoriesInUse(shelf.categories, shelf.items),
    })),
  };
}

const shelvesIn = async (store: LocalStore, { shelfId, shelves = Infinity }: PagePart) =>
  shelfId === undefined
    ? (await shelvesInOrder(store)).slice(0, shelves)
    : (await store.shelves.bulkGet([shelfId])).filter((shelf) => shelf !== undefined);

const SHOWN = ["id", "categoryIds", ...namesOf(PUBLIC_ITEM_FIELDS)] as const;

async function ownShelf(
  store: LocalStore,
  shelf: ShelfRow,
  { itemsOnEach = PAGE_MAX_ITEMS }: PagePart,
  hidesGoneLinks: boolean,
) {
  const items = await firstItemsOfShelf(store, shelf.id, itemsOnEach);
  const shown = items.filter((item) => !isHiddenFromVisitors(item, hidesGoneLinks));
  return {
    ...shelf,
    categories: await categoriesOfShelf(store, shelf.id),
    items: shown.map((item) => ({
      ...picked(item, SHOWN),
      picture: onPage(shownPicture(item)),
      clicks: null,
    })),
    hiddenCount: items.length - shown.length,
  };
}

const onPage = (sha256: string | null): PagePicture | null =>
  sha256 === null ? null : { sha256, shape: null };
