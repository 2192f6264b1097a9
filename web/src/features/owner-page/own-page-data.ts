import type { PageData } from "@shelv/public-page/page-data";
import type { LocalStore } from "#local-store/local-store";
import { itemsOfShelf, profileOf, shelvesInOrder } from "#local-store/queries";

export type OwnPage = PageData | null;

/** The owner's page as this device knows it, unsent changes included. */
export async function ownPageData(store: LocalStore, username: string): Promise<PageData> {
  const profile = await profileOf(store);
  const shelves = await shelvesInOrder(store);
  return {
    username,
    displayName: profile?.displayName ?? "",
    bio: profile?.bio ?? "",
    picture: profile?.picture ?? null,
    shelves: await Promise.all(shelves.map(async (shelf) => ({ ...shelf, items: await itemsOfShelf(store, shelf.id) }))),
  };
}
