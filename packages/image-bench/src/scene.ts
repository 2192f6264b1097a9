/**
 * Pictures of things whose outline is known: a backdrop, a thing on it, and the thing alone as the mask. Drawn as SVG, then
 * given what a camera gives: soft edges, uneven light, noise, JPEG. The same kind and seed are the same scene.
 */
import { type Dice, diceOf } from "./dice.ts";
import { type Colour, css, lighter, SOLIDS, type Stand, thin } from "./scene-shapes.ts";

export const SCENE_KINDS = [
  "plain",
  "busy",
  "low-contrast",
  "soft-shadow",
  "glass",
  "several",
  "thin",
] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

/** Two SVG documents of one size: `picture` is what the camera sees, `thing` what of it is to stay, on nothing. */
export type Scene = { kind: SceneKind; width: number; height: number; picture: string; thing: string };

export function sceneOf(kind: SceneKind, seed: number): Scene {
  const dice = diceOf(seed * 31 + SCENE_KINDS.indexOf(kind));
  const [width, height] = dice.pick([
    [1200, 900],
    [900, 1200],
    [1200, 1200],
  ] as const);
  const ground: Colour = {
    hue: dice.between(0, 360),
    saturation: dice.between(4, 40),
    lightness: dice.between(62, 92),
  };
  const paint = paintOn(ground, kind, dice);
  const stands = standsIn(width, height, kind, dice);
  const thing = stands.map((stand) => thingAt(stand, paint, kind, dice)).join("");
  const shadow = kind === "soft-shadow" ? stands.map((stand) => shadowOf(stand, dice)).join("") : "";
  const page = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${DEFS}${inside}</svg>`;
  return {
    kind,
    width,
    height,
    picture: page(backdrop(width, height, ground, kind, dice) + shadow + thing),
    thing: page(thing),
  };
}

const DEFS = `<defs>
  <linearGradient id="light" x2="1"><stop stop-color="#000" stop-opacity=".28"/><stop offset=".35" stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#000" stop-opacity=".34"/></linearGradient>
  <filter id="shade" x="-50%" y="-150%" width="200%" height="400%"><feGaussianBlur stdDeviation="26"/></filter></defs>`;

/** Low contrast: near in lightness and hue. Else a thing differs from what is behind it as most things do. */
function paintOn(ground: Colour, kind: SceneKind, dice: Dice): Colour {
  if (kind === "low-contrast")
    return {
      ...ground,
      hue: ground.hue + dice.between(-12, 12),
      lightness: ground.lightness - dice.between(12, 20),
    };
  return {
    hue: ground.hue + dice.between(90, 270),
    saturation: dice.between(45, 85),
    lightness: dice.between(22, 52),
  };
}

function standsIn(width: number, height: number, kind: SceneKind, dice: Dice): Stand[] {
  if (kind !== "several") {
    const size = dice.between(0.5, 0.72);
    return [
      {
        x: width * dice.between(0.45, 0.55),
        foot: height * dice.between(0.84, 0.92),
        width: width * size * 0.62,
        height: height * size,
      },
    ];
  }
  const foot = height * dice.between(0.8, 0.9);
  return [0.24, 0.5, 0.76].map((side) => ({
    x: width * side,
    foot,
    width: width * dice.between(0.16, 0.2),
    height: height * dice.between(0.35, 0.6),
  }));
}

function thingAt(stand: Stand, paint: Colour, kind: SceneKind, dice: Dice): string {
  const shape = (kind === "thin" ? thin : dice.pick(SOLIDS))(stand, dice);
  const label = lighter(paint, dice.pick([-18, 24, 36]));
  const painted = (colour: string, alpha = 1) =>
    `<g fill="${colour}" stroke="${colour}" stroke-width="0" opacity="${alpha}">${shape}</g>`;
  if (kind === "glass") return painted(css(paint, 1), dice.between(0.45, 0.62)) + painted("url(#light)", 0.8);
  const band =
    kind === "thin"
      ? ""
      : `<rect x="${stand.x - stand.width * 0.22}" y="${stand.foot - stand.height * 0.42}" width="${stand.width * 0.4}" height="${stand.height * 0.2}" fill="${css(label)}"/>`;
  return painted(css(paint)) + painted("url(#light)") + band;
}

const shadowOf = ({ x, foot, width }: Stand, dice: Dice) =>
  `<ellipse cx="${x + width * dice.between(-0.25, 0.25)}" cy="${foot}" rx="${width * 0.62}" ry="${width * 0.12}" fill="#000" opacity="${dice.between(0.25, 0.5)}" filter="url(#shade)"/>`;

function backdrop(width: number, height: number, ground: Colour, kind: SceneKind, dice: Dice): string {
  const wall = `<rect width="${width}" height="${height}" fill="${css(ground)}"/>`;
  if (kind !== "busy") return wall;
  const patches = Array.from({ length: 90 }, () => {
    const colour = {
      hue: ground.hue + dice.between(-25, 25),
      saturation: dice.between(4, 40),
      lightness: dice.between(58, 96),
    };
    return `<rect x="${dice.between(-80, width)}" y="${dice.between(-80, height)}" width="${dice.between(20, 170)}" height="${dice.between(20, 170)}" rx="${dice.between(0, 40)}" fill="${css(colour)}"/>`;
  });
  return wall + patches.join("");
}
