import type { Appearance } from "@shelv/contract/appearance";

/** Beyond that a picture of a page shows no more. */
export const THINGS_MAX = 5;

/** The size that networks ask for, in pixels. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

export type PreviewThing<Picture> = {
  caption: string;
  /** Drawn on a card where there is no picture. */
  emoji: string;
  /** Which of the six cards it is, as on the page. */
  tint: number;
  picture: Picture | null;
};

/**
 * All that a picture of a page is drawn from, small whatever the page holds. `Picture` is what is known of each: its
 * SHA-256 first, its bytes when it is to be drawn.
 */
export type PreviewScene<Picture> = {
  name: string;
  username: string;
  title: string;
  shelfName: string;
  shelfEmoji: string;
  background: Appearance["shelfBackground"];
  /** CSS colours by the names that look.css has for them. */
  colours: Record<string, string>;
  avatar: Picture | null;
  initials: string;
  /** Of the initials' ground, in degrees. */
  hue: number;
  things: PreviewThing<Picture>[];
};
