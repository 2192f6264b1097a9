import type { Appearance } from "@shelv/contract/rows/appearance";

export const OG_ITEMS_MAX = 5;

/** The size that social networks recommend, in px. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

export type OgImageItem<Picture> = {
  caption: string;
  /** The emoji that is shown without a picture. */
  emoji: string;
  /** Which of the six card colours, as on the page. */
  tint: number;
  picture: Picture | null;
};

/**
 * What an image shows. It is small, whatever the page contains. `Picture`: first a SHA-256, then the bytes.
 */
export type OgImageScene<Picture> = {
  name: string;
  username: string;
  title: string;
  shelfName: string;
  shelfEmoji: string;
  background: Appearance["shelfBackground"];
  /** The CSS colours by their names in look.css. */
  colours: Record<string, string>;
  avatar: Picture | null;
  initials: string;
  /** The hue of the initials' background, in degrees. */
  hue: number;
  things: OgImageItem<Picture>[];
};
