import type { Appearance } from "@shelv/contract/appearance";
import type { LeftOut } from "@shelv/contract/page-limits";
import type { PictureShape } from "@shelv/contract/picture";
import { isVisible } from "@shelv/contract/text";
import type { SocialLinkTarget, SocialPlatform } from "@shelv/contract/social-link";
import { stripBidi } from "#text/strip-bidi";

/** The public data of an owner that a page is rendered from; texts are as typed. */
export type PageData = {
  username: string;
  /** Empty if the owner chose none; the page then shows the username. */
  displayName: string;
  /** The owner's occupation. */
  title: string;
  bio: string;
  website: string;
  location: string;
  picture: PagePicture | null;
  /** Limited to the owner's plan. */
  appearance: Appearance;
  /** In the owner's order. */
  socialLinks: ({ platform: SocialPlatform } & SocialLinkTarget)[];
  /** The first is at the top. */
  shelves: PageShelf[];
  /** What the page does not show; see page-limits.ts. */
  leftOut?: LeftOut;
};

export type PageShelf = {
  id: string;
  name: string;
  description: string;
  emoji: string;
  /** In the owner's order. */
  categories: { id: string; name: string }[];
  /** The first is leftmost. */
  items: PageItem[];
  /** How many more items the shelf has than the page shows. */
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
  /** Clicks by visitors; null if the owner does not show them. */
  clicks: number | null;
};

/**
 * `shape` is null if unknown, for example on a device that renders the page itself. `src` is set for a
 * picture that no owner uploaded.
 */
export type PagePicture = { sha256: string; shape: PictureShape | null; src?: string | undefined };

/** The name that a page shows. */
export function nameOnPage({ displayName, username }: Pick<PageData, "displayName" | "username">): string {
  const name = stripBidi(displayName);
  return isVisible(name) ? name : username;
}
