import { hashOf } from "./hash.ts";

/** The first letters of the first two words, in capitals. Letters as people see them: an emoji or an accent is not torn apart. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => firstGrapheme(word)).join("").toLocaleUpperCase("en");
}

/** A colour of its own for every name: 0 to 359, the same on every device. */
export const hueOfName = (name: string) => hashOf(name) % 360;

/** What white initials stand on: the light that falls in from above, and the rest. Dark enough for them at any hue. */
export const initialsGrounds = (hue: number) => ({ lit: `hsl(${hue},42%,42%)`, rest: `hsl(${hue},38%,36%)` });

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Empty of an empty text. */
export function firstGrapheme(word: string): string {
  // Most emoji are one code point or none, and a page has many: to ask a segmenter takes longer than to draw them.
  if (word.length <= ((word.codePointAt(0) ?? 0) > 0xFF_FF ? 2 : 1)) return word;
  for (const { segment } of graphemes.segment(word)) return segment;
  return "";
}
