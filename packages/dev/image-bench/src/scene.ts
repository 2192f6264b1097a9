/**
 * Pictures of objects with a known outline: SVGs with a camera's soft edges, uneven light, noise and JPEG
 * artefacts. Kind and seed determine the scene.
 */
import sharp from "sharp";

type Colour = { hue: number; saturation: number; lightness: number };
const css = ({ hue, saturation, lightness }: Colour, alpha = 1) =>
  `hsla(${hue % 360}, ${saturation}%, ${lightness}%, ${alpha})`;
const lighter = (colour: Colour, by: number): Colour => ({
  ...colour,
  lightness: Math.min(98, Math.max(2, colour.lightness + by)),
});

type Placement = { x: number; foot: number; width: number; height: number };
type Draw = (at: Placement, dice: Dice) => string;

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

const SOLIDS: readonly Draw[] = [bottle, mug, box, pot];

const thin: Draw = ({ x, foot, width, height }, dice) => {
  const stroke = dice.between(7, 14);
  const legs = [-0.42, -0.14, 0.18, 0.44]
    .map((side) => `M${x + side * width * 0.7} ${foot - height * 0.5} L${x + side * width} ${foot}`)
    .join(" ");
  return `<rect x="${x - width * 0.4}" y="${foot - height * 0.58}" width="${width * 0.8}" height="${height * 0.12}" rx="12"/>
    <path fill="none" stroke-width="${stroke}" stroke-linecap="round" d="${legs} M${x - width * 0.3} ${foot - height * 0.55} L${x - width * 0.36} ${foot - height} M${x + width * 0.3} ${foot - height * 0.55} L${x + width * 0.36} ${foot - height} M${x - width * 0.36} ${foot - height * 0.96} H${x + width * 0.36}"/>`;
};

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

/** `picture` is the whole scene, `thing` the object on a transparent background, in the same size. */
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
  const placements = placementsIn(width, height, kind, dice);
  const thing = placements.map((placement) => thingAt(placement, paint, kind, dice)).join("");
  const shadow =
    kind === "soft-shadow" ? placements.map((placement) => shadowOf(placement, dice)).join("") : "";
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

function placementsIn(width: number, height: number, kind: SceneKind, dice: Dice): Placement[] {
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

function thingAt(placement: Placement, paint: Colour, kind: SceneKind, dice: Dice): string {
  const shape = (kind === "thin" ? thin : dice.pick(SOLIDS))(placement, dice);
  const label = lighter(paint, dice.pick([-18, 24, 36]));
  const painted = (colour: string, alpha = 1) =>
    `<g fill="${colour}" stroke="${colour}" stroke-width="0" opacity="${alpha}">${shape}</g>`;
  if (kind === "glass") return painted(css(paint, 1), dice.between(0.45, 0.62)) + painted("url(#light)", 0.8);
  const band =
    kind === "thin"
      ? ""
      : `<rect x="${placement.x - placement.width * 0.22}" y="${placement.foot - placement.height * 0.42}" width="${placement.width * 0.4}" height="${placement.height * 0.2}" fill="${css(label)}"/>`;
  return painted(css(paint)) + painted("url(#light)") + band;
}

const shadowOf = ({ x, foot, width }: Placement, dice: Dice) =>
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

export type RenderedScene = { width: number; height: number; rgba: Uint8Array; mask: Uint8Array };

const EDGE_BLUR_SIGMA = 0.7;
const NOISE = 5;
const JPEG_QUALITY = 88;

export async function renderScene(
  { picture, thing, width, height }: Scene,
  seed: number,
): Promise<RenderedScene> {
  const sharpEdged = await sharp(Buffer.from(picture)).removeAlpha().blur(EDGE_BLUR_SIGMA).raw().toBuffer();
  const seen = asSeenByCamera(sharpEdged, width, height, seed);
  const jpeg = await sharp(seen, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  const rgba = await sharp(jpeg).ensureAlpha().raw().toBuffer();
  const alone = await sharp(Buffer.from(thing)).ensureAlpha().extractChannel(3).raw().toBuffer();
  return { width, height, rgba: new Uint8Array(rgba), mask: solid(alone) };
}

function asSeenByCamera(pixels: Buffer, width: number, height: number, seed: number): Buffer {
  const dice = diceOf(seed + 77);
  return Buffer.from(
    pixels.map((value, index) => {
      const pixel = Math.floor(index / 3);
      const away = Math.hypot((pixel % width) / width - 0.5, Math.floor(pixel / width) / height - 0.5);
      return Math.min(255, Math.max(0, value * (1.05 - 0.3 * away ** 2) + dice.between(-NOISE, NOISE)));
    }),
  );
}

/** A mask from the alpha channel: glass is transparent but belongs to the object. */
const solid = (alpha: Uint8Array) => new Uint8Array(alpha).map((value) => (value > 60 ? 255 : value * 4));

type Dice = { between: (low: number, high: number) => number; pick: <T>(of: readonly T[]) => T };

/** Mulberry32. */
function diceOf(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  return { between, pick: (of) => of[Math.floor(between(0, of.length))] as (typeof of)[number] };
}
