import { firstGrapheme } from "./graphemes.ts";
import { hashOf } from "./hash.ts";

/** The first letters of the first two words, in capitals. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => firstGrapheme(word)).join("").toLocaleUpperCase("en");
}

/** A colour of its own for every name: 0 to 359, the same on every device. */
export const hueOfName = (name: string) => hashOf(name) % 360;

/** What white initials stand on: the light that falls in from above, and the rest. Dark enough for them at any hue. */
export const initialsGrounds = (hue: number) => ({ lit: `hsl(${hue},42%,42%)`, rest: `hsl(${hue},38%,36%)` });
