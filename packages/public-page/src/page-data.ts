import type { Appearance } from "@shelv/contract/rows/appearance";
import type { LeftOut } from "@shelv/contract/limits/page-limits";
import type { ItemRow, PUBLIC_ITEM_FIELDS } from "@shelv/contract/rows/item";
import type { PictureShape } from "@shelv/contract/rows/picture";
import { isVisible } from "@shelv/contract/values/text";
import type { SocialLinkTarget, SocialPlatform } from "@shelv/contract/rows/social-link";
import { stripBidi } from "#text/strip-bidi";

/** All of it is public; texts are as typed. */
export type PageData = {
  username: string;
  /** Empty: the page shows the username. */
  displayName: string;
  /** The owner's occupation. */
  title: string;
  bio: string;
  website: string;
  location: string;
  picture: PagePicture | null;
  appearance: Appearance;
  socialLinks: ({ platform: SocialPlatform } & SocialLinkTarget)[];
  shelves: PageShelf[];
  leftOut?: LeftOut;
};

export type PageShelf = {
  id: string;
  name: string;
  description: string;
  emoji: string;
  categories: { id: string; name: string }[];
  items: PageItem[];
  itemsLeftOut?: number;
};

export type PageItem = Pick<ItemRow, "id" | "categoryIds" | keyof typeof PUBLIC_ITEM_FIELDS> & {
  picture: PagePicture | null;
  clicks: number | null;
};

/** `shape`: null if unknown, as on a device. `src`: the address of a picture that no owner uploaded. */
export type PagePicture = { sha256: string; shape: PictureShape | null; src?: string | undefined };

export const categoriesInUse = <C extends { id: string }>(
  categories: readonly C[],
  items: readonly Pick<PageItem, "categoryIds">[],
): C[] => {
  const used = new Set(items.flatMap(({ categoryIds }) => categoryIds));
  return categories.filter(({ id }) => used.has(id));
};

export const isLong = ({ items }: Pick<PageShelf, "items">): boolean => items.length > 7;

const CAPTION_LENGTH = 36;

export const hasDetails = ({ title, description }: Pick<PageItem, "title" | "description">): boolean =>
  description !== "" || title.length > CAPTION_LENGTH;

export function nameOnPage({ displayName, username }: Pick<PageData, "displayName" | "username">): string {
  const name = stripBidi(displayName);
  return isVisible(name) ? name : username;
}
