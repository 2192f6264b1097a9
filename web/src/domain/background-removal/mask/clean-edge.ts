/**
 * An edge pixel is a mixture of object and ground: on another wall a halo. Its object colour is estimated as
 * in blur-fusion (Forte 2021, after Germer et al. 2020): the means of object and ground nearby, corrected by
 * what the mixture does not explain.
 */
import { boxMean } from "./guided-filter";
import { type Box, cropped } from "./mask-box";
import type { Mask, Pixels } from "./pixels";

/** This near to the ground a pixel may be a mixture although the mask says object. */
const BLEND_PX = 2;
/** Mask values. */
const GROUND = 16;
const OBJECT = 240;
/**
 * Colours are averaged over square cells, then over all cells up to `NEAR` away; where none has a colour, up
 * to `FAR`.
 */
const CELL_PX = 4;
const NEAR = 1;
const FAR = 5;
const FAR_WEIGHT = 1e-3;
/** An RGB distance, at most 441. Below it, the shares of two colours in a mixed pixel cannot be computed. */
const ALIKE = 24;

/** The ground beside the box counts too. */
const MARGIN_PX = FAR * CELL_PX;

/** With the mask as its alpha. The colour of the object's inside stays. */
export function cleanEdge(pixels: Pixels, mask: Mask, box: Box) {
  const around = grown(box, MARGIN_PX, pixels);
  const picture = cropped(pixels, around);
  const alpha = new Uint8Array(around.width * around.height);
  for (let y = 0; y < around.height; y += 1) {
    const from = (around.y + y) * pixels.width + around.x;
    alpha.set(mask.subarray(from, from + around.width), y * around.width);
  }
  const { least, most } = extremes(alpha, picture);
  const objects = meanColors(picture, least, (value) => value >= OBJECT);
  const grounds = meanColors(picture, most, (value) => value <= GROUND);
  const { rgba: cleaned } = picture;
  for (let index = 0; index < alpha.length; index += 1) {
    const covered = alpha[index] as number;
    const isAtGround = (least[index] as number) <= GROUND;
    if (covered > 0 && (covered < 255 || isAtGround)) {
      const object = objects(index);
      const ground = grounds(index) ?? object;
      if (object && ground) unmix(cleaned, index, { object, ground, covered: covered / 255, isAtGround });
    }
    cleaned[index * 4 + 3] = Math.min(cleaned[index * 4 + 3] as number, covered);
  }
  return cropped(picture, { ...box, x: box.x - around.x, y: box.y - around.y });
}

function grown({ x, y, width, height }: Box, by: number, picture: Pixels): Box {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)];
  const [right, bottom] = [
    Math.min(picture.width, x + width + by),
    Math.min(picture.height, y + height + by),
  ];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Of each pixel and `BLEND_PX` to its left, right, top and bottom. */
function extremes(values: Mask, { width, height }: Pixels): { least: Uint8Array; most: Uint8Array } {
  const least = new Uint8Array(values.length);
  const most = new Uint8Array(values.length);
  for (let y = 0; y < height; y += 1) {
    const up = y < BLEND_PX ? 0 : -BLEND_PX * width;
    const down = y + BLEND_PX < height ? BLEND_PX * width : 0;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const own = values[at] as number;
      const left = values[x < BLEND_PX ? at : at - BLEND_PX] as number;
      const right = values[x + BLEND_PX < width ? at + BLEND_PX : at] as number;
      const above = values[at + up] as number;
      const below = values[at + down] as number;
      least[at] = Math.min(own, left, right, above, below);
      most[at] = Math.max(own, left, right, above, below);
    }
  }
  return { least, most };
}

type Color = readonly [red: number, green: number, blue: number];

type Mixture = { object: Color; ground: Color; covered: number; isAtGround: boolean };

function unmix(
  rgba: Uint8ClampedArray,
  index: number,
  { object, ground, covered, isAtGround }: Mixture,
): void {
  const seen = [0, 1, 2].map((channel) => rgba[index * 4 + channel] as number) as unknown as Color;
  const share = isAtGround ? Math.min(covered, objectShare(seen, object, ground)) : covered;
  for (const channel of [0, 1, 2] as const) {
    const mixed = share * object[channel] + (1 - share) * ground[channel];
    rgba[index * 4 + channel] = object[channel] + share * (seen[channel] - mixed);
  }
}

/** Where the colour lies between ground (0) and object (1): a mask may be too generous. */
function objectShare(seen: Color, object: Color, ground: Color): number {
  let [along, square] = [0, 0];
  for (const channel of [0, 1, 2] as const) {
    const way = object[channel] - ground[channel];
    along += (seen[channel] - ground[channel]) * way;
    square += way * way;
  }
  return square < ALIKE ** 2 ? 1 : Math.min(1, Math.max(0, along / square));
}

/** Null where no chosen pixel is near. */
function meanColors(
  { width, height, rgba }: Pixels,
  values: Uint8Array,
  isChosen: (value: number) => boolean,
): (index: number) => Color | null {
  const [columns, rows] = [Math.ceil(width / CELL_PX), Math.ceil(height / CELL_PX)];
  const [red, green, blue, count] = newSums(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / CELL_PX) * columns;
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      if (!isChosen(values[index] as number)) continue;
      const cell = row + Math.floor(x / CELL_PX);
      red[cell] = (red[cell] as number) + (rgba[index * 4] as number);
      green[cell] = (green[cell] as number) + (rgba[index * 4 + 1] as number);
      blue[cell] = (blue[cell] as number) + (rgba[index * 4 + 2] as number);
      count[cell] = (count[cell] as number) + 1;
    }
  }
  const spread = [red, green, blue, count].map((sums) => {
    const far = boxMean(sums, columns, rows, FAR);
    return boxMean(sums, columns, rows, NEAR).map((near, cell) => near + FAR_WEIGHT * (far[cell] as number));
  });
  return (index) => {
    const across = Math.max(0, ((index % width) + 0.5) / CELL_PX - 0.5);
    const down = Math.max(0, (Math.floor(index / width) + 0.5) / CELL_PX - 0.5);
    const [left, top] = [Math.floor(across), Math.floor(down)];
    const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)];
    const [r, g, b, n] = spread.map((sums) => {
      const at = (column: number, row: number) => sums[row * columns + column] as number;
      const upper = at(left, top) + (across - left) * (at(right, top) - at(left, top));
      const lower = at(left, bottom) + (across - left) * (at(right, bottom) - at(left, bottom));
      return upper + (down - top) * (lower - upper);
    }) as [number, number, number, number];
    return n < FAR_WEIGHT / 1000 ? null : [r / n, g / n, b / n];
  };
}

const newSums = (count: number) =>
  [0, 1, 2, 3].map(() => new Float32Array(count)) as [Float32Array, Float32Array, Float32Array, Float32Array];
