import type { Appearance } from "@shelv/contract/appearance";
import type { LeftOut } from "@shelv/contract/page-limits";
import type { PictureShape } from "@shelv/contract/picture";
import { isVisible } from "@shelv/contract/text";
import type { SocialLinkTarget, SocialPlatform } from "@shelv/contract/social-link";
import { steady } from "./steady.ts";

/** What a visitor sees of an owner, and all that the page is drawn from: texts are as they were typed. */
export type PageData = {
  username: string;
  /** Empty where the owner chose none; the username stands in. */
  displayName: string;
  /** What the owner does. */
  title: string;
  bio: string;
  website: string;
  location: string;
  picture: PagePicture | null;
  /** As the owner's plan allows it. */
  appearance: Appearance;
  /** In the owner's order. */
  socialLinks: ({ platform: SocialPlatform } & SocialLinkTarget)[];
  /** The first is drawn at the top. */
  shelves: PageShelf[];
  /** What a page has no room for; see page-limits.ts. */
  leftOut?: LeftOut;
};

export type PageShelf = {
  id: string;
  name: string;
  description: string;
  emoji: string;
  /** In the owner's order. */
  categories: { id: string; name: string }[];
  /** The first stands leftmost. */
  items: PageItem[];
  /** How many more it holds than the page has room for. */
  itemsLeftOut?: number;
};

export type PageItem = {
  id: string;
  title: string;
  url: string;
  description: string;
  price: string;
  emoji: string;
  categoryIds: string[];
  picture: PagePicture | null;
  /** How often visitors followed it; null where the owner keeps that to themselves. */
  clicks: number | null;
};

/** `shape` is null where it is not known: on a device that draws the page by itself, say. `src` is where one is that no owner uploaded. */
export type PagePicture = { sha256: string; shape: PictureShape | null; src?: string | undefined };

/** The name that a page goes by. */
export function nameOnPage({ displayName, username }: Pick<PageData, "displayName" | "username">): string {
  const name = steady(displayName);
  return isVisible(name) ? name : username;
}
