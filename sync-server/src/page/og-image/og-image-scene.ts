import type { ObjectName } from "@shelv/contract/values/object-name";
import type { Appearance } from "@shelv/contract/rows/appearance";

export const OG_ITEMS_MAX = 5;

export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

export type OgImageItem<Picture> = {
  caption: string;
  /** Empty: the object is drawn. */
  emoji: string;
  object: ObjectName;
  tint: number;
  picture: Picture | null;
};

/** Small, whatever the page contains. `Picture`: first a SHA-256, then the bytes. */
export type OgImageScene<Picture> = {
  name: string;
  username: string;
  title: string;
  shelfName: string;
  shelfEmoji: string;
  background: Appearance["shelfBackground"];
  colours: Record<string, string>;
  avatar: Picture | null;
  initials: string;
  hue: number;
  things: OgImageItem<Picture>[];
};
