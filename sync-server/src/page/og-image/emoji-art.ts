/** Drawings from a package: the same on every machine. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Image, loadImage } from "@napi-rs/canvas";

const { resolve } = createRequire(import.meta.url);
const SET = "@iconify-json/fluent-emoji-flat";
const DEFAULT_CODE = "1f517";

type Drawings = { codes: Record<string, string>; icons: Record<string, { body: string }> };
let drawings: Drawings | null = null;

export function emojiArt(emoji: string): Promise<Image> {
  const { codes, icons } = allDrawings();
  const body = icons[nameOf(emoji) ?? codes[DEFAULT_CODE] ?? ""]?.body ?? "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 32 32">${body}</svg>`;
  return loadImage(Buffer.from(svg));
}

const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** `letter`: as people count them. The set has no flags. */
export const isDrawnEmoji = (letter: string): boolean =>
  PICTOGRAPH.test(letter) && nameOf(letter) !== undefined;

export async function emojiIn(text: string): Promise<Map<string, Image>> {
  const emoji = [...new Set(lettersOf(text))].filter(isDrawnEmoji);
  return new Map(await Promise.all(emoji.map(async (one) => [one, await emojiArt(one)] as const)));
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
export const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

function nameOf(emoji: string): string | undefined {
  const { codes, icons } = allDrawings();
  return codeOf(emoji)
    .map((code) => codes[code])
    .find((name) => name !== undefined && Object.hasOwn(icons, name));
}

const allDrawings = (): Drawings =>
  (drawings ??= {
    codes: read("chars.json") as Drawings["codes"],
    ...(read("icons.json") as Pick<Drawings, "icons">),
  });

const read = (file: string): unknown => JSON.parse(readFileSync(resolve(`${SET}/${file}`), "utf8"));

function codeOf(emoji: string): string[] {
  const points = Array.from(emoji, (character) => (character.codePointAt(0) ?? 0).toString(16));
  const plain = points.filter((point) => point !== "fe0f");
  return [points.join("-"), plain.join("-"), plain[0] ?? ""];
}
