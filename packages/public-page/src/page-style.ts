/**
 * What makes one owner's page look unlike another's, as one style sheet: the colours of their room, the rules that their
 * categories need, and last the owner's own CSS, which was cleaned before (clean-css.ts): nothing here parses it. The page's own CSS is the same for all
 * and comes before this.
 */
import type { Appearance } from "@shelv/contract/appearance";
import { SHELF_MAX_CHIPS } from "@shelv/contract/page-limits";
import chips from "./chips.css?inline";
import facts from "./facts.css?inline";
import fonts from "./fonts.css?inline";
import glass from "./glass.css?inline";
import gradient from "./gradient.css?inline";
import leftOutNote from "./left-out.css?inline";
import type { PageData } from "./page-data.ts";
import { INTER_CSS } from "./page-font.ts";
import { paletteOf, type Room } from "./palette.ts";
import { roomVariables } from "./room.ts";
import socials from "./socials.css?inline";
import wood from "./wood.css?inline";

/** `ownCss` is what `cleanCss` made of the owner's. Safe inside a `<style>`. */
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
 * Whatever an owner's CSS draws: no ornament takes a click or covers the page, nothing lies over the shelves, no visitor is shown the way to the
 * editor, and the credit has a ground of its own to be read on.
 */
const WHATEVER_IS_WRITTEN = [
  ".shelv-page{isolation:isolate!important}.shelv-page::before,.shelv-page::after{z-index:-1!important}.shelv-page::before,.shelv-page::after,.shelv-page ::before,.shelv-page ::after{pointer-events:none!important}",
  ".shelv-who,.shelv-shelf-heading{position:relative!important;z-index:0!important}.shelv-shelves,.shelv-chips,.shelv-board{position:relative!important;z-index:1!important}",
  ".shelv-edit[hidden]{display:none!important}",
  // The credit is at the body's foot, however the page is shaped, and above it.
  "body{display:flow-root;min-height:100vh;min-height:100dvh}.shelv-footer{z-index:2147483647;pointer-events:none}.shelv-credit{pointer-events:auto;background:var(--shelv-paper);color:var(--shelv-paper-ink)}",
].join("");

export type StyledPage = Pick<
  PageData,
  "appearance" | "shelves" | "website" | "location" | "socialLinks" | "leftOut"
>;

/** The style sheets that this page needs and others may not: every byte before the first picture counts. */
function partsOf({
  appearance: { shelfBackground, fontFamily, showsCredit },
  shelves,
  website,
  location,
  socialLinks,
  leftOut,
}: StyledPage): string[] {
  return [
    shelves.some(({ categories }) => categories.length > 0) && chips,
    (website !== "" || location !== "") && facts,
    socialLinks.length > 0 && socials,
    leftOut !== undefined && leftOut.items + leftOut.shelves > 0 && leftOutNote,
    !showsCredit && ".shelv-page:not(:has(+.shelv-footer)){padding-bottom:0}",
    { solid: "", gradient, glass, wood }[shelfBackground],
    fontFamily === "Inter" ? INTER_CSS : fonts,
  ]
    .filter((css) => css !== false)
    .map((css) => css.trim());
}

/** Where the planks of backgrounds.css begin and end. */
const WOOD_CEILINGS: Record<Room, string> = { light: "#f0d9b5", dark: "#5c422c" };
const WOOD_FLOORS: Record<Room, string> = { light: "#d6ae7e", dark: "#23160d" };

/** The colours that a browser's own bars should take. */
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

/** The page and, beside it, its credit: as specific as the room of look.css that is changed (the class counts twice), and after it. */
const ROOM = ".shelv-look.shelv-look";

function roomRule(appearance: Appearance, room: Room): string {
  const variables = roomVariables(appearance, room);
  const declared = Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
  return `${ROOM}{${declared}}html{background:${variables["--shelv-wall-low"] ?? WOOD_FLOORS[room]}}`;
}

/** Picking the chip of the n-th category hides what is not in it. `chip-0` is "All". */
function chipRules(mostChips: number): string {
  return Array.from({ length: mostChips }, (_, at) => at + 1)
    .map((n) => {
      const picked = `.shelv-shelf:has(.shelv-chip-${n}>:checked)`;
      return `${picked} .shelv-place:not(.shelv-in-${n}){display:none}${picked}:not(:has(.shelv-in-${n})) .shelv-none{display:flex}`;
    })
    .join("");
}
