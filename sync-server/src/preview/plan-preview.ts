/** Which part of a page its picture shows: who it is of, and the first things that stand there. */
import { createHash } from "node:crypto";
import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/item";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/shelf";
import { tintOf } from "@shelv/public-page/card-tint";
import { hueOfName, initials } from "@shelv/public-page/initials";
import { nameOnPage, type PageData } from "@shelv/public-page/page-data";
import { truncate } from "@shelv/public-page/truncate";
import { drawnRoom } from "./drawn-room.ts";
import { type PreviewScene, THINGS_MAX } from "./preview-scene.ts";

/** To be raised when pictures are drawn differently, so that they get new addresses. */
const DRAWN_AS = 1;
/** What a line of the picture has room for, with some to spare. */
const TEXT_MAX_LENGTH = 80;

/** A picture in it is its SHA-256. */
export function planPreview(page: PageData): PreviewScene<string> {
  const shelf = page.shelves.find(({ items }) => items.length > 0) ?? page.shelves[0];
  const items = [
    ...(shelf?.items ?? []),
    ...page.shelves.flatMap((other) => (other === shelf ? [] : other.items)),
  ];
  return {
    name: short(nameOnPage(page)),
    username: page.username,
    title: short(page.title),
    shelfName: short(shelf?.name ?? ""),
    shelfEmoji: shelf?.emoji || SHELF_DEFAULT_EMOJI,
    background: page.appearance.shelfBackground,
    colours: drawnRoom(page.appearance),
    avatar: page.picture?.sha256 ?? null,
    initials: initials(nameOnPage(page)),
    hue: hueOfName(nameOnPage(page)),
    things: items.slice(0, THINGS_MAX).map(({ id, title, emoji, picture }) => ({
      caption: short(title),
      emoji: emoji || ITEM_DEFAULT_EMOJI,
      tint: tintOf(id),
      picture: picture?.sha256 ?? null,
    })),
  };
}

/** Where the picture of this scene is served; another scene has another address. */
export function previewPath(scene: PreviewScene<string>): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([DRAWN_AS, scene]))
    .digest("base64url")
    .slice(0, 16);
  return `${SERVER_PATHS.media}/preview/${scene.username}/${hash}.jpg`;
}

const short = (text: string) => truncate(text, TEXT_MAX_LENGTH);
