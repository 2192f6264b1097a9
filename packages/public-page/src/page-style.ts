/**
 * What makes one owner's page look unlike another's, as one style sheet: the colours of their room, the rules that their
 * categories need, and last, what they wrote themselves. The page's own CSS is the same for all and comes before it.
 */
import type { Appearance } from "@shelv/contract/appearance";
import { cleanCss } from "./clean-css.ts";
import type { PageData } from "./page-data.ts";
import { type Palette, paletteOf, type Room } from "./palette.ts";

/** Empty where there is nothing to say. Safe inside a `<style>`: all that an owner wrote is parsed and written anew. */
export function pageStyle({ appearance, shelves }: Pick<PageData, "appearance" | "shelves">): string {
  const mostCategories = Math.max(0, ...shelves.map(({ categories }) => categories.length));
  return [roomStyle(appearance), chipRules(mostCategories), cleanCss(appearance.customCss).css].filter(Boolean).join("\n");
}

/** The colours that a browser's own bars should take. */
export function barColors({ primaryColor, theme, shelfBackground }: Appearance): Record<Room, string> {
  if (shelfBackground === "wood") return { light: theme === "dark" ? "#2a211b" : "#f8f0e3", dark: theme === "light" ? "#f8f0e3" : "#2a211b" };
  const wallIn = (room: Room) => paletteOf(primaryColor, theme === "auto" ? room : theme).wall;
  return { light: wallIn("light"), dark: wallIn("dark") };
}

function roomStyle({ primaryColor, theme, shelfBackground }: Appearance): string {
  const isWood = shelfBackground === "wood";
  const rule = (room: Room) => {
    const palette = paletteOf(primaryColor, room);
    return `.shelv-page{${isWood ? "" : colours(palette)}}${isWood ? "" : `html{background:${palette.wallLow}}`}`;
  };
  if (isWood) return theme === "auto" ? "" : `html{background:${theme === "dark" ? "#18120e" : "#eddfc9"}}`;
  if (theme !== "auto") return rule(theme);
  return `${rule("light")}@media (prefers-color-scheme:dark){${rule("dark")}}`;
}

const colours = (palette: Palette): string => {
  const { wall, wallLow, wallFar, ink, inkSoft, accent, accentInk, tints } = palette;
  const named = {
    wall, "wall-low": wallLow, "wall-far": wallFar, ink, "ink-soft": inkSoft, focus: accent, accent, "accent-ink": accentInk,
    ...Object.fromEntries(tints.map((tint, at) => [`tint-${at}`, tint])),
  };
  return Object.entries(named).map(([name, value]) => `--shelv-${name}:${value}`).join(";");
};

/** Picking the chip of the n-th category hides what is not in it. `chip-0` is "All". */
function chipRules(mostCategories: number): string {
  return Array.from({ length: mostCategories }, (_, at) => at + 1)
    .map((n) => {
      const picked = `.shelv-shelf:has(.shelv-chip-${n}>:checked)`;
      return `${picked} .shelv-place:not(.shelv-in-${n}){display:none}${picked}:not(:has(.shelv-in-${n})) .shelv-none{display:flex}`;
    })
    .join("");
}
