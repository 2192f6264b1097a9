import type { Appearance } from "@shelv/contract/appearance";

/** The most items in an image. */
export const OG_ITEMS_MAX = 5;

/** The size that social networks recommend, in pixels. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

export type OgImageItem<Picture> = {
  caption: string;
  /** On a card, if there is no picture. */
  emoji: string;
  /** Which of the six cards, as on the page. */
  tint: number;
  picture: Picture | null;
};

/**
 * The input of an image, small whatever the page contains. `Picture` is first a SHA-256, then the bytes to
 * draw.
 */
export type OgImageScene<Picture> = {
  name: string;
  username: string;
  title: string;
  shelfName: string;
  shelfEmoji: string;
  background: Appearance["shelfBackground"];
  /** CSS colours by their names in look.css. */
  colours: Record<string, string>;
  avatar: Picture | null;
  initials: string;
  /** Of the initials' background, in degrees. */
  hue: number;
  things: OgImageItem<Picture>[];
};
