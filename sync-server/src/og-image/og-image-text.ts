import { fontOf, type Pen } from "./og-image-canvas.ts";

/** The scripts with an included font. */
const SHIPPED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** The fonts lack pictographs, and control characters could reorder a line. */
const NOT_WRITTEN =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\p{So}\p{Co}\p{Cn}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFE0F\u20E3]/gu;
const ZERO_WIDTH_JOINERS = /[\u200C\u200D]/;

/** The part of a text that looks the same on every machine; empty if most does not. */
export function writable(text: string): string {
  if (!SHIPPED.test(text)) return "";
  return text
    .replaceAll(NOT_WRITTEN, (found) => (ZERO_WIDTH_JOINERS.test(found) ? found : " "))
    .replaceAll(/\s+/gu, " ")
    .trim();
}

type Line = {
  x: number;
  y: number;
  width: number;
  px: number;
  weight: number;
  colour: string | undefined;
  align?: "left" | "center";
};

/** Writes one line of a text, cut with "…". */
export function writeLine(
  pen: Pen,
  text: string,
  { x, y, width, px, weight, colour = "#000", align = "left" }: Line,
): void {
  pen.font = fontOf(weight, px);
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.textBaseline = "alphabetic";
  pen.fillText(fitted(pen, text, width), x, y);
}

/** Returns the first of `sizes` in which the text fits, else the last. `sizes`: the largest first. */
export function fittingPx(
  pen: Pen,
  text: string,
  { width, weight, sizes }: { width: number; weight: number; sizes: readonly number[] },
): number {
  return (
    sizes.find((px) => {
      pen.font = fontOf(weight, px);
      return pen.measureText(text).width <= width;
    }) ??
    sizes.at(-1) ??
    16
  );
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

function fitted(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const parts = [...letters.segment(text)].map(({ segment }) => segment);
  let [fits, tooMuch] = [0, parts.length];
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    if (pen.measureText(`${parts.slice(0, middle).join("")}…`).width <= width) fits = middle;
    else tooMuch = middle;
  }
  return `${parts.slice(0, fits).join("").trimEnd()}…`;
}
