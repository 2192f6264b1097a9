import type { Dice } from "./dice.ts";

/** Hue in degrees, the others in percent. */
export type Colour = { hue: number; saturation: number; lightness: number };
export const css = ({ hue, saturation, lightness }: Colour, alpha = 1) =>
  `hsla(${hue % 360}, ${saturation}%, ${lightness}%, ${alpha})`;
export const lighter = (colour: Colour, by: number): Colour => ({
  ...colour,
  lightness: Math.min(98, Math.max(2, colour.lightness + by)),
});

/** Where a thing stands, in pixels: the middle of its foot, and its size. */
export type Stand = { x: number; foot: number; width: number; height: number };
type Draw = (at: Stand, dice: Dice) => string;

const bottle: Draw = ({ x, foot, width, height }) => {
  const half = width / 2;
  const neck = half * 0.36;
  const top = foot - height;
  return `<path d="M${x - half} ${foot} V${foot - height * 0.6} C${x - half} ${foot - height * 0.78} ${x - neck} ${foot - height * 0.72} ${x - neck} ${foot - height * 0.86} V${top} H${x + neck} V${foot - height * 0.86} C${x + neck} ${foot - height * 0.72} ${x + half} ${foot - height * 0.78} ${x + half} ${foot - height * 0.6} V${foot} Z"/>`;
};

const mug: Draw = ({ x, foot, width, height }) => {
  const left = x - width / 2;
  const body = width * 0.74;
  return `<rect x="${left}" y="${foot - height}" width="${body}" height="${height}" rx="${width * 0.08}"/>
    <path fill="none" stroke-width="${width * 0.09}" d="M${left + body} ${foot - height * 0.8} C${left + width * 1.08} ${foot - height * 0.85} ${left + width * 1.08} ${foot - height * 0.15} ${left + body} ${foot - height * 0.22}"/>`;
};

const box: Draw = ({ x, foot, width, height }) =>
  `<path d="M${x - width / 2} ${foot - height * 0.1} L${x - width * 0.1} ${foot} L${x + width / 2} ${foot - height * 0.14} V${foot - height * 0.88} L${x + width * 0.1} ${foot - height} L${x - width / 2} ${foot - height * 0.84} Z"/>`;

const pot: Draw = ({ x, foot, width, height }) =>
  `<path d="M${x - width * 0.34} ${foot} L${x - width * 0.44} ${foot - height * 0.5} H${x + width * 0.44} L${x + width * 0.34} ${foot} Z"/><ellipse cx="${x}" cy="${foot - height * 0.68}" rx="${width * 0.5}" ry="${height * 0.32}"/>`;

export const SOLIDS: readonly Draw[] = [bottle, mug, box, pot];

/** A lamp, a chair, a plant: what has legs and stalks of a few pixels. */
export const thin: Draw = ({ x, foot, width, height }, dice) => {
  const stroke = dice.between(7, 14);
  const legs = [-0.42, -0.14, 0.18, 0.44]
    .map((side) => `M${x + side * width * 0.7} ${foot - height * 0.5} L${x + side * width} ${foot}`)
    .join(" ");
  return `<rect x="${x - width * 0.4}" y="${foot - height * 0.58}" width="${width * 0.8}" height="${height * 0.12}" rx="12"/>
    <path fill="none" stroke-width="${stroke}" stroke-linecap="round" d="${legs} M${x - width * 0.3} ${foot - height * 0.55} L${x - width * 0.36} ${foot - height} M${x + width * 0.3} ${foot - height * 0.55} L${x + width * 0.36} ${foot - height} M${x - width * 0.36} ${foot - height * 0.96} H${x + width * 0.36}"/>`;
};
