import { isDrawnEmoji, lettersOf } from "./emoji-art.ts";
import { fontOf, type Pen } from "./og-image-canvas.ts";
import { isInScriptFonts, isOfScriptFonts } from "./script-fonts.ts";

const ALWAYS_LOADED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]$/u;
/** The fonts lack pictographs, and control characters could reorder a line. */
const NOT_WRITTEN =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\p{So}\p{Co}\p{Cn}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFE0F\u20E3]/u;
const ZERO_WIDTH_JOINERS = /[\u200C\u200D]/;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * The part of a text that looks the same on every machine; empty if a letter has no font. Emoji are drawn as
 * pictures, from left to right: in other texts they are left out.
 */
export function writable(given: string): string {
  const text = composed(given);
  if (Array.from(text).some((one) => /\p{L}/u.test(one) && !hasFont(one))) return "";
  const drawsEmoji = !RIGHT_TO_LEFT.test(text);
  return lettersOf(text)
    .map((letter) => (drawsEmoji && isDrawnEmoji(letter) ? letter : Array.from(letter, written).join("")))
    .join("")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** A mark and its letter have to be in one slice of a font: か with U+3099, and the two of ﾊﾟ, are not. */
const composed = (text: string) =>
  text.replaceAll(/[\uFF61-\uFF9F]+/g, (narrow) => narrow.normalize("NFKC")).normalize("NFC");

const hasFont = (one: string) => (isOfScriptFonts(one) ? isInScriptFonts(one) : ALWAYS_LOADED.test(one));
const written = (one: string) =>
  ZERO_WIDTH_JOINERS.test(one) || (!NOT_WRITTEN.test(one) && hasFont(one)) ? one : " ";

type Line = {
  x: number;
  y: number;
  width: number;
  px: number;
  weight: number;
  colour: string | undefined;
  align?: "left" | "center";
};

export function writeLine(
  pen: Pen,
  text: string,
  { x, y, width, px, weight, colour = "#000", align = "left" }: Line,
): void {
  pen.font = fontOf(pen, { weight, px });
  pen.fillStyle = colour;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  const runs = runsOf(pen, fitted(pen, text, { width, px }));
  let at = align === "left" ? x : x - widthOf(pen, runs, px) / 2;
  for (const run of runs) {
    const art = pen.emoji.get(run);
    if (art) pen.drawImage(art, at + (px * (EMOJI_WIDTH - 1)) / 2, y - px * 0.86, px, px);
    else pen.fillText(run, at, y);
    at += widthOf(pen, [run], px);
  }
}

const EMOJI_WIDTH = 1.12;

function runsOf(pen: Pen, text: string): string[] {
  if (pen.emoji.size === 0) return [text];
  const runs: string[] = [];
  let isAfterEmoji = true;
  for (const letter of lettersOf(text)) {
    const isEmoji = pen.emoji.has(letter);
    if (isEmoji || isAfterEmoji) runs.push(letter);
    else runs.push((runs.pop() ?? "") + letter);
    isAfterEmoji = isEmoji;
  }
  return runs;
}

const widthOf = (pen: Pen, runs: readonly string[], px: number) =>
  runs.reduce((sum, run) => sum + (pen.emoji.has(run) ? px * EMOJI_WIDTH : pen.measureText(run).width), 0);

export function fittingPx(
  pen: Pen,
  text: string,
  { width, weight, sizes }: { width: number; weight: number; sizes: readonly number[] },
): number {
  return (
    sizes.find((px) => {
      pen.font = fontOf(pen, { weight, px });
      return widthOf(pen, runsOf(pen, text), px) <= width;
    }) ??
    sizes.at(-1) ??
    16
  );
}

function fitted(pen: Pen, text: string, { width, px }: { width: number; px: number }): string {
  const fits = (cut: string) => widthOf(pen, runsOf(pen, cut), px) <= width;
  if (fits(text)) return text;
  const parts = lettersOf(text);
  let [some, tooMany] = [0, parts.length];
  while (tooMany - some > 1) {
    const middle = Math.floor((some + tooMany) / 2);
    if (fits(`${parts.slice(0, middle).join("")}…`)) some = middle;
    else tooMany = middle;
  }
  return `${parts.slice(0, some).join("").trimEnd()}…`;
}
