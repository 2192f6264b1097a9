import { createHash } from "node:crypto";
import type { Appearance } from "@shelv/contract/rows/appearance";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/rows/shelf";
import { firstGrapheme } from "@shelv/public-page/text/graphemes";
import { objectOf } from "@shelv/public-page/objects/choose-object";
import { tintOf } from "@shelv/public-page/text/hash";
import { hueOfName, initials } from "@shelv/public-page/text/initials";
import { lookVariables } from "@shelv/public-page/styles/look/look-variables";
import { nameOnPage, type PageData } from "@shelv/public-page/page-data";
import { roomVariables } from "@shelv/public-page/look/room";
import { truncate } from "@shelv/public-page/text/truncate";
import { OG_ITEMS_MAX, type OgImageScene } from "./og-image-scene.ts";

/** Increase it when drawing changes: images get new addresses. */
const DRAWING_VERSION = 3;
/** Slightly more than fits a line. */
const TEXT_MAX_LENGTH = 80;

export function planOgImage(page: PageData): OgImageScene<string> {
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
    colours: roomColours(page.appearance),
    avatar: page.picture?.sha256 ?? null,
    initials: initials(nameOnPage(page)),
    hue: hueOfName(nameOnPage(page)),
    things: items.slice(0, OG_ITEMS_MAX).map((item) => ({
      caption: short(item.title),
      emoji: firstGrapheme(item.emoji),
      object: objectOf(item),
      tint: tintOf(item.id),
      picture: item.picture?.sha256 ?? null,
    })),
  };
}

export function ogImagePath(scene: OgImageScene<string>): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([DRAWING_VERSION, scene]))
    .digest("base64url")
    .slice(0, 16);
  return `${SERVER_PATHS.media}/preview/${scene.username}/${hash}.jpg`;
}

const short = (text: string) => truncate(text, TEXT_MAX_LENGTH);

const GLASS = { "wood-top": 0.16, "wood-front": 0.3, "wood-low": 0.44, "wood-under": 0.6 };

/** A page with theme "auto" is drawn light. */
function roomColours(appearance: Appearance): Record<string, string> {
  const room = appearance.theme === "dark" ? "dark" : "light";
  const own = Object.entries(roomVariables(appearance, room)).map(([name, value]) => [
    name.replace("--shelv-", ""),
    value,
  ]);
  const colours: Record<string, string> = { ...lookVariables(room), ...Object.fromEntries(own) };
  if (appearance.shelfBackground !== "glass") return colours;
  const { wall = "", accent = "" } = colours;
  const boards = Object.entries(GLASS).map(([part, share]) => [part, mixed(accent, wall, share)]);
  return {
    ...colours,
    "wood-back": mixed(wall, "#ffffff", 0.4),
    "wood-lip": "#ffffff",
    grain: "transparent",
    ...Object.fromEntries(boards),
  };
}

function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
