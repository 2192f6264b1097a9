import { firstGrapheme } from "./graphemes.ts";
import { hashOf } from "./hash.ts";

/** What stands before a word's first letter, digit or picture: quotes, brackets, and what no one sees. */
const BEFORE_WORD = /^[^\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]+/u;

/** The first letters of the first two words, in capitals. Of a name without any, what it begins with. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const named = words.map((word) => word.replace(BEFORE_WORD, "")).filter((word) => word !== "");
  return (named.length > 0 ? named : words)
    .slice(0, 2)
    .map((word) => firstGrapheme(word))
    .join("")
    .toLocaleUpperCase("en");
}

/** A colour of its own for every name: 0 to 359, the same on every device. */
export const hueOfName = (name: string) => hashOf(name) % 360;

/** What white initials stand on: the light that falls in from above, and the rest. Dark enough for them at any hue. */
export const initialsGrounds = (hue: number) => ({ lit: `hsl(${hue},42%,42%)`, rest: `hsl(${hue},38%,36%)` });
