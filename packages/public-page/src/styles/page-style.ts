/**
 * Follows the CSS of all pages: the room's colours, rules for categories, and last the owner's own CSS,
 * already cleaned (clean-css.ts).
 */
import type { Appearance } from "@shelv/contract/rows/appearance";
import { SHELF_MAX_CHIPS } from "@shelv/contract/limits/page-limits";
import about from "./shelf/about.css?inline";
import arrows from "./shelf/arrows.css?inline";
import card from "./shelf/card.css?inline";
import chips from "./shelf/chips.css?inline";
import facts from "./facts.css?inline";
import fonts from "./fonts.css?inline";
import glass from "./look/glass.css?inline";
import gradient from "./look/gradient.css?inline";
import leftOutNote from "./left-out.css?inline";
import longShelf from "./shelf/long-shelf.css?inline";
import { isBare } from "#item-face.tsx";
import { hasDetails, isLong, type PageData, type PageItem } from "#page-data";
import { interCss } from "#look/page-font";
import { paletteOf, type Room } from "#look/palette";
import { roomVariables } from "#look/room";
import object from "./shelf/object.css?inline";
import mark from "./shelf/mark.css?inline";
import note from "./shelf/note.css?inline";
import picture from "./shelf/picture.css?inline";
import roomColors from "./look/room-colors.css?inline";
import { siteMark } from "#site-mark.tsx";
import socials from "./socials.css?inline";
import wood from "./look/wood.css?inline";

/** `ownCss`: a result of `cleanCss`. Safe inside a `<style>`. */
export function pageStyle(page: StyledPage, ownCss = ""): string {
  const mostChips = Math.max(
    0,
    ...page.shelves.map(({ categories }) => Math.min(categories.length, SHELF_MAX_CHIPS)),
  );
  return [
    ...partsOf(page),
    roomStyle(page.appearance),
    chipRules(mostChips),
    ownCss && `${ownCss}${WHATEVER_IS_WRITTEN}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * Whatever an owner's CSS does: no ornament takes a click or covers the page, nothing covers the shelves, no
 * visitor sees the link to the editor, and the credit has a readable background.
 */
const WHATEVER_IS_WRITTEN = [
  ".shelv-page{isolation:isolate!important}.shelv-page::before,.shelv-page::after{z-index:-1!important}.shelv-page::before,.shelv-page::after,.shelv-page ::before,.shelv-page ::after{pointer-events:none!important}",
  ".shelv-who,.shelv-shelf-heading{position:relative!important;z-index:0!important}.shelv-shelves,.shelv-chips,.shelv-board{position:relative!important;z-index:1!important}",
  ".shelv-edit[hidden]{display:none!important}",
  // The credit is on top, at the body's end, whatever the page's shape.
  "body{display:flow-root;min-height:100vh;min-height:100dvh}.shelv-footer{z-index:2147483647;pointer-events:none}.shelv-credit{pointer-events:auto;background:var(--shelv-paper);color:var(--shelv-paper-ink)}",
].join("");

export type StyledPage = Pick<
  PageData,
  "appearance" | "shelves" | "website" | "location" | "socialLinks" | "leftOut"
>;

function partsOf(page: StyledPage): string[] {
  const { appearance, shelves, website, location, socialLinks, leftOut } = page;
  const { shelfBackground, fontFamily, showsCredit } = appearance;
  return [
    (shelves.length === 0 || shelves.some(hasNote)) && note,
    shelves.some(({ items }) => items.length > 2) && arrows,
    shelves.some(isLong) && longShelf,
    shelves.some(({ items }) => items.some(({ picture }) => picture !== null)) && picture,
    shelves.some(({ items }) => items.some(hasEmojiCard)) && card,
    shelves.some(({ items }) => items.some(isBare)) && object,
    shelves.some(({ items }) => items.some((item) => isBare(item) && siteMark(item.url) !== null)) && mark,
    shelves.some(({ items }) => items.some(hasDetails)) && about,
    shelves.some(({ categories }) => categories.length > 0) && chips,
    (website !== "" || location !== "") && facts,
    socialLinks.length > 0 && socials,
    leftOut !== undefined && leftOut.items + leftOut.shelves > 0 && leftOutNote,
    !showsCredit && ".shelv-page:not(:has(+.shelv-footer)){padding-bottom:0}",
    { solid: "", gradient, glass, wood: roomColors + wood }[shelfBackground],
    fontFamily === "Inter" ? interCss(JSON.stringify(page)) : fonts,
  ]
    .filter((css) => css !== false)
    .map((css) => css.trim());
}

const hasEmojiCard = (item: PageItem) => item.picture === null && !isBare(item);
const hasNote = ({ items }: StyledPage["shelves"][number]) => items.length === 0;

/**
 * Both ends of a wooden wall: the first of `PLANKS` in look/palette.ts, and `--shelv-plank-low` of
 * styles/look/room-colors.css.
 */
const WOOD_CEILINGS: Record<Room, string> = { light: "#f0d9b5", dark: "#5c422c" };
const WOOD_FLOORS: Record<Room, string> = { light: "#d6ae7e", dark: "#23160d" };

export function barColors({ primaryColor, theme, shelfBackground }: Appearance): Record<Room, string> {
  const wallIn = (visitors: Room) => {
    const room = theme === "auto" ? visitors : theme;
    return shelfBackground === "wood" ? WOOD_CEILINGS[room] : paletteOf(primaryColor, room).wall;
  };
  return { light: wallIn("light"), dark: wallIn("dark") };
}

function roomStyle(appearance: Appearance): string {
  const { theme } = appearance;
  return theme === "auto"
    ? `${roomRule(appearance, "light")}@media (prefers-color-scheme:dark){${roomRule(appearance, "dark")}}`
    : roomRule(appearance, theme);
}

/**
 * The page and its credit. As specific as look.css's rooms (the class counts twice), which it follows and
 * overrides.
 */
const ROOM = ".shelv-look.shelv-look";

function roomRule(appearance: Appearance, room: Room): string {
  const variables = roomVariables(appearance, room);
  const declared = Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
  return `${ROOM}{${declared}}html{background:${variables["--shelv-wall-low"] ?? WOOD_FLOORS[room]}}`;
}

/** The n-th category's chip hides the other items. `chip-0` is "All". */
function chipRules(mostChips: number): string {
  return Array.from({ length: mostChips }, (_, at) => at + 1)
    .map((n) => `.shelv-shelf:has(.shelv-chip-${n}>:checked) .shelv-place:not(.shelv-in-${n}){display:none}`)
    .join("");
}
