import type { Appearance } from "@shelv/contract/rows/appearance";
import type { LeftOut } from "@shelv/contract/limits/page-limits";
import type { ItemRow, PUBLIC_ITEM_FIELDS } from "@shelv/contract/rows/item";
import type { PictureShape } from "@shelv/contract/rows/picture";
import { isVisible } from "@shelv/contract/values/text";
import type { SocialLinkTarget, SocialPlatform } from "@shelv/contract/rows/social-link";
import { stripBidi } from "#text/strip-bidi";

/** The data of a page, all of it public; texts are as typed. */
export type PageData = {
  username: string;
  /** The owner's name. Empty: the page shows the username. */
  displayName: string;
  /** The owner's occupation. */
  title: string;
  bio: string;
  website: string;
  location: string;
  picture: PagePicture | null;
  /** The appearance, limited to the plan. */
  appearance: Appearance;
  /** The links in the owner's order. */
  socialLinks: ({ platform: SocialPlatform } & SocialLinkTarget)[];
  /** The shelves from the top. */
  shelves: PageShelf[];
  /** What the page leaves out, see page-limits.ts. */
  leftOut?: LeftOut;
};

export type PageShelf = {
  id: string;
  name: string;
  description: string;
  emoji: string;
  /** The categories in the owner's order. */
  categories: { id: string; name: string }[];
  /** The items from the left. */
  items: PageItem[];
  /** How many more items there are than the page shows. */
  itemsLeftOut?: number;
};

export type PageItem = Pick<ItemRow, "id" | "categoryIds" | keyof typeof PUBLIC_ITEM_FIELDS> & {
  picture: PagePicture | null;
  /** Visitors' clicks; null if the owner does not show them. */
  clicks: number | null;
};

/** `shape`: null if unknown, as on a device. `src`: the address of a picture that no owner uploaded. */
export type PagePicture = { sha256: string; shape: PictureShape | null; src?: string | undefined };

/** Whether a shelf has more items than the widest row shows at once. */
export const isLong = ({ items }: Pick<PageShelf, "items">): boolean => items.length > 7;

/** A caption of three lines has room for about as many characters. */
const CAPTION_LENGTH = 36;

/** Whether a row has no room for all of the item's text. */
export const hasDetails = ({ title, description }: Pick<PageItem, "title" | "description">): boolean =>
  description !== "" || title.length > CAPTION_LENGTH;

export function nameOnPage({ displayName, username }: Pick<PageData, "displayName" | "username">): string {
  const name = stripBidi(displayName);
  return isVisible(name) ? name : username;
}
