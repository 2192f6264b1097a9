/**
 * The model takes no point: it runs on the whole picture and on squares around the tap, and only the object
 * there counts.
 */
import { cutoutDoubt } from "#domain/background-removal/cutout-decision";
import type { Tap } from "#domain/background-removal/cutout-answer";
import { type Box, cropped } from "#domain/background-removal/mask/mask-box";
import { type Cut, finishCutout } from "#domain/background-removal/mask/finish-cutout";
import { type Pixels, shrunk } from "#domain/background-removal/mask/pixels";
import type { Model } from "#domain/background-removal/model/load-model";
import { FLAT, SMALL_PX } from "#domain/background-removal/model/cut-out-by-model";
import { atSize, normalised } from "#domain/background-removal/model/salient-map";
import { partsAt } from "./parts-at";

/** Of the picture's longer side. Each costs one run of the model. */
const SIDES = [1, 0.75, 0.5, 0.33] as const;
/** A less doubtful cut-out ends the search. */
const CLEAR = 0.7;
/** A smaller result is a part of the object, or another object. */
const SAME = 0.7;

/** At the picture's size; null without a good one. */
export async function cutOutAtTap(pixels: Pixels, model: Model, tap: Tap): Promise<Cut | null> {
  let best: Candidate | null = null;
  for (const side of SIDES) {
    const next = await cutOutIn(squareAround(pixels, tap, side), pixels, model, tap);
    if (next && isBetter(next, best)) best = next;
    if (best && best.doubt <= CLEAR) break;
  }
  return best;
}

type Candidate = Cut & { doubt: number; areaPx: number };

/** Squares come from the largest: near by, a model often sees only a part, such as a bottle's label. */
const isBetter = (next: Candidate, best: Candidate | null): boolean =>
  next.doubt <= 1 && (best === null || (next.doubt < best.doubt && next.areaPx >= SAME * best.areaPx));

/** Moved, and if necessary cut, to be inside the picture. */
export function squareAround({ width, height }: Pixels, { x, y }: Tap, side: number): Box {
  const sidePx = Math.round(Math.max(width, height) * side);
  const along = (length: number, at: number) => {
    const size = Math.min(length, sidePx);
    return { from: Math.round(Math.min(length - size, Math.max(0, at * length - size / 2))), size };
  };
  const [across, down] = [along(width, x), along(height, y)];
  return { x: across.from, y: down.from, width: across.size, height: down.size };
}

/** Null if nothing is there, or the square cuts the object off. */
async function cutOutIn(box: Box, pixels: Pixels, model: Model, tap: Tap): Promise<Candidate | null> {
  const crop = cropped(pixels, box);
  const map = normalised(await model(crop), FLAT);
  if (!map) return null;
  const small = shrunk(crop, SMALL_PX);
  const all = atSize(map, small);
  const parts = partsAt(all, small, {
    x: (tap.x * pixels.width - box.x) / box.width,
    y: (tap.y * pixels.height - box.y) / box.height,
  });
  if (!parts || isCutOff(parts, small, box, pixels)) return null;
  // The result without a tap, rejected or called wrong by the owner.
  if (box.width === pixels.width && box.height === pixels.height && isAlone(parts, all)) return null;
  const { mask, signs } = finishCutout(crop, small, parts, all);
  const areaPx = signs.area * box.width * box.height;
  return { mask: placed(mask, box, pixels), signs, doubt: cutoutDoubt(signs), areaPx };
}

const OBJECT = 0.5;
const BORDER_PX = 3;

const isAlone = (parts: Float32Array, all: Float32Array): boolean =>
  all.every((part, index) => part < OBJECT || parts[index] === part);

/** The object reaches a side of the square that is inside the picture. */
function isCutOff(parts: Float32Array, { width, height }: Pixels, box: Box, picture: Pixels): boolean {
  const isInside = {
    left: box.x > 0,
    top: box.y > 0,
    right: box.x + box.width < picture.width,
    bottom: box.y + box.height < picture.height,
  };
  return parts.some((part, index) => {
    if (part < OBJECT) return false;
    const [x, y] = [index % width, Math.floor(index / width)];
    return (
      (isInside.left && x < BORDER_PX) ||
      (isInside.top && y < BORDER_PX) ||
      (isInside.right && x >= width - BORDER_PX) ||
      (isInside.bottom && y >= height - BORDER_PX)
    );
  });
}

function placed(mask: Cut["mask"], box: Box, { width, height }: Pixels): Cut["mask"] {
  const whole = new Uint8Array(width * height);
  for (let y = 0; y < box.height; y += 1)
    whole.set(mask.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * width + box.x);
  return whole;
}
