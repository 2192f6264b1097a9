/**
 * Japanese, Korean, Chinese, Thai and Devanagari. Their packages have 15 MB in slices of a few hundred
 * letters; a drawing loads those of its letters.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";

type FontName = "jp" | "kr" | "sc" | "thai" | "devanagari";

const { resolve } = createRequire(import.meta.url);
const packageOf = (name: FontName) => `@fontsource-variable/noto-sans-${name}`;

/** Read at the first letter that needs the font. */
const slices = new Map<FontName, ReadonlyMap<number, string>>();

function slicesOf(name: FontName): ReadonlyMap<number, string> {
  const known = slices.get(name) ?? readSlices(name);
  slices.set(name, known);
  return known;
}

function readSlices(name: FontName): Map<number, string> {
  const listed = JSON.parse(readFileSync(resolve(`${packageOf(name)}/unicode.json`), "utf8")) as Record<
    string,
    string
  >;
  const sliceOf = new Map<number, string>();
  for (const [slice, ranges] of Object.entries(listed))
    for (const range of ranges.split(",")) {
      const [from = 0, to = from] = range
        .trim()
        .slice(2)
        .split("-")
        .map((hex) => Number.parseInt(hex, 16));
      for (let code = from; code <= to; code += 1) sliceOf.set(code, slice.replace(/[[\]]/g, ""));
    }
  return sliceOf;
}

export const isOfScriptFonts = (letter: string): boolean => fontsFor(letter, CHINESE_FIRST).length > 0;
export const isInScriptFonts = (letter: string): boolean => placeOf(letter, CHINESE_FIRST) !== null;

/** One code has other shapes in Chinese, Japanese and Korean. Kana or Hangul beside it decide, else Chinese is drawn. */
const CHINESE_FIRST: readonly FontName[] = ["sc", "jp", "kr"];
const orderFor = (texts: string): readonly FontName[] =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(texts)
    ? ["jp", "sc", "kr"]
    : /\p{Script=Hangul}/u.test(texts)
      ? ["kr", "sc", "jp"]
      : CHINESE_FIRST;

function fontsFor(letter: string, eastAsian: readonly FontName[]): readonly FontName[] {
  const code = letter.codePointAt(0) ?? 0;
  if (code >= 0x900 && code <= 0x97f) return ["devanagari"];
  if (code >= 0xe00 && code <= 0xe7f) return ["thai"];
  const isEastAsian =
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x20000 && code <= 0x3ffff);
  return isEastAsian ? eastAsian : [];
}

function placeOf(letter: string, eastAsian: readonly FontName[]): { name: FontName; slice: string } | null {
  for (const name of fontsFor(letter, eastAsian)) {
    const slice = slicesOf(name).get(letter.codePointAt(0) ?? 0);
    if (slice !== undefined) return { name, slice };
  }
  return null;
}

export function scriptFamilies(texts: string): string[] {
  const order = orderFor(texts);
  const needed = new Map<string, string>();
  for (const letter of new Set(texts)) {
    const place = placeOf(letter, order);
    if (place === null) continue;
    const { name, slice } = place;
    needed.set(
      `shelv-${name}-${slice}`,
      `${packageOf(name)}/files/noto-sans-${name}-${slice}-wght-normal.woff2`,
    );
  }
  for (const [family, file] of needed)
    if (!GlobalFonts.has(family) && !GlobalFonts.registerFromPath(resolve(file), family))
      throw new Error(`${file} is no font`);
  return [...needed.keys()];
}
