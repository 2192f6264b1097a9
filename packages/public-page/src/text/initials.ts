import { firstGrapheme } from "./graphemes.ts";
import { hashOf } from "./hash.ts";

const BEFORE_WORD = /^[^\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]+/u;

/** Of the first two words, in capitals. For a name without letters, its start. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const named = words.map((word) => word.replace(BEFORE_WORD, "")).filter((word) => word !== "");
  return (named.length > 0 ? named : words)
    .slice(0, 2)
    .map((word) => firstGrapheme(word))
    .join("")
    .toLocaleUpperCase("en");
}

export const hueOfName = (name: string) => hashOf(name) % 360;

/** Under white initials: the light from above, and the rest. Dark enough at any hue. */
export const initialsGrounds = (hue: number) => ({ lit: `hsl(${hue},42%,42%)`, rest: `hsl(${hue},38%,36%)` });
