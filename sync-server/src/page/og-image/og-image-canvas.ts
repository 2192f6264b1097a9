/**
 * The included fonts: the same on every machine. Those for Latin, Greek, Cyrillic, Arabic and Hebrew are
 * always loaded.
 */
import { createRequire } from "node:module";
import { type Canvas, createCanvas, GlobalFonts, type Image, type SKRSContext2D } from "@napi-rs/canvas";
import { emojiIn } from "./emoji-art.ts";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from "./og-image-scene.ts";
import { scriptFamilies } from "./script-fonts.ts";

/** The families of fonts, and the drawings of emoji, for the texts of one drawing. */
export type Pen = SKRSContext2D & { families: string; emoji: ReadonlyMap<string, Image> };

const FILES = [
  ...["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"].map(
    (subset) => `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
  ),
  "@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2",
  "@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2",
];

const { resolve } = createRequire(import.meta.url);
/** Each file is a family of its own, so that families can be listed in order. */
const FAMILIES = FILES.map((file, at) => {
  const family = `shelv-${at}`;
  if (!GlobalFonts.registerFromPath(resolve(file), family)) throw new Error(`${file} is no font`);
  return family;
});

export async function newCanvas(texts: string): Promise<{ canvas: Canvas; pen: Pen }> {
  const canvas = createCanvas(PREVIEW_WIDTH, PREVIEW_HEIGHT);
  const families = [...FAMILIES, ...scriptFamilies(texts)].map((family) => `"${family}"`).join(",");
  return { canvas, pen: Object.assign(canvas.getContext("2d"), { families, emoji: await emojiIn(texts) }) };
}

export const fontOf = ({ families }: Pen, { weight, px }: { weight: number; px: number }) =>
  `${weight} ${px}px ${families}`;

export function withSavedState(pen: Pen, draw: () => void): void {
  pen.save();
  draw();
  pen.restore();
}

type Stop = [at: number, colour: string | undefined];
type Gradient = ReturnType<Pen["createLinearGradient"]>;

export function stops(gradient: Gradient, ...all: Stop[]): Gradient {
  for (const [at, colour = "transparent"] of all) gradient.addColorStop(at, colour);
  return gradient;
}

export const downwards = (pen: Pen, from: number, to: number, ...all: Stop[]) =>
  stops(pen.createLinearGradient(0, from, 0, to), ...all);

export function glow(
  pen: Pen,
  { x, y, rx, ry }: { x: number; y: number; rx: number; ry: number },
  colour: string | undefined,
): void {
  withSavedState(pen, () => {
    pen.translate(x, y);
    pen.scale(rx, ry);
    pen.fillStyle = stops(pen.createRadialGradient(0, 0, 0, 0, 0, 1), [0, colour], [1, faded(colour)]);
    pen.fillRect(-1, -1, 2, 2);
  });
}

/** With alpha 0: "transparent" is black, and would make the gradient grey. */
function faded(colour = "#000"): string {
  const hex = /^#([\da-f]{6})/i.exec(colour)?.[0];
  if (hex) return `${hex}00`;
  const short = /^#([\da-f])([\da-f])([\da-f])/i.exec(colour);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}00`;
  const [r = 0, g = 0, b = 0] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${r},${g},${b},0)`;
}
