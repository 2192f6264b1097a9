import { DEFAULT_THEME } from "@mantine/core";
import type { Plugin } from "vite";

/** Besides the app's own two (ui/theme/mantine-theme.ts). */
const USED: ReadonlySet<string> = new Set(["gray", "dark"]);
export const SHEET = "src/ui/theme/app.css";

const unused = Object.keys(DEFAULT_THEME.colors).filter((palette) => !USED.has(palette));
const DEFINITION = new RegExp(`(--mantine-color-(?:${unused.join("|")})-[\\w-]+):([^;}]+);?`, "g");
const REFERENCE = /var\((--[\w-]+)/g;

/**
 * Mantine defines fourteen palettes of twenty-five shades for two schemes, and a browser computes all at each
 * style recalculation of the page.
 */
export const dropUnusedPalettes = (): Plugin => ({
  name: "shelv:drop-unused-palettes",
  transform: { filter: { id: new RegExp(`/${SHEET}$`) }, handler: withoutUnusedPalettes },
});

export function withoutUnusedPalettes(css: string): string {
  const valuesOf = new Map<string, string[]>();
  for (const [, name = "", value = ""] of css.matchAll(DEFINITION))
    valuesOf.set(name, [...(valuesOf.get(name) ?? []), value]);
  const kept = new Set<string>();
  const keepIn = (text: string) => {
    for (const [, name = ""] of text.matchAll(REFERENCE)) {
      if (kept.has(name) || !valuesOf.has(name)) continue;
      kept.add(name);
      for (const value of valuesOf.get(name) ?? []) keepIn(value);
    }
  };
  keepIn(css.replace(DEFINITION, ""));
  return css.replace(DEFINITION, (definition, name: string) => (kept.has(name) ? definition : ""));
}
