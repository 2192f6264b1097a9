import type { Mask, Pixels } from "#domain/background-removal/mask/pixels";

const SAMPLES = 400;
const MOST_DIFFERENT = 8;
const OPAQUE = 250;
/** Nearer to the edge a cut-out has cleaned colours (mask/clean-edge.ts). */
const EDGE_PX = 3;

/**
 * A cut-out is a crop whose place in the picture is not stored: it is where the colours fit best. Null if it
 * fits nowhere.
 */
export function placedMask(picture: Pixels, cutout: Pixels): Mask | null {
  const samples = sampled(cutout);
  const place = samples.length > 0 ? bestPlace(picture, cutout, samples) : null;
  if (!place || !fitsAt(place, picture, cutout, samples)) return null;
  const mask = new Uint8Array(picture.width * picture.height);
  for (let y = 0; y < cutout.height; y += 1)
    for (let x = 0; x < cutout.width; x += 1)
      mask[(place.y + y) * picture.width + place.x + x] = cutout.rgba[
        (y * cutout.width + x) * 4 + 3
      ] as number;
  return mask;
}

function sampled({ rgba }: Pixels): number[] {
  const opaque: number[] = [];
  for (let index = 0; index < rgba.length >> 2; index += 1)
    if ((rgba[index * 4 + 3] as number) >= OPAQUE) opaque.push(index);
  const count = Math.min(SAMPLES, opaque.length);
  return Array.from({ length: count }, (_, nth) => opaque[Math.floor((nth * opaque.length) / count)] ?? 0);
}

type Place = { x: number; y: number };

function bestPlace(picture: Pixels, cutout: Pixels, samples: readonly number[]): Place | null {
  let best: Place | null = null;
  let least = Number.POSITIVE_INFINITY;
  const differenceAt = differences(picture, cutout, samples);
  for (let y = 0; y <= picture.height - cutout.height; y += 1) {
    for (let x = 0; x <= picture.width - cutout.width; x += 1) {
      const difference = differenceAt({ x, y }, least);
      if (difference < least) [best, least] = [{ x, y }, difference];
    }
  }
  return best;
}

/** By the inside, if there is one: its colours are the picture's. */
function fitsAt(place: Place, picture: Pixels, cutout: Pixels, samples: readonly number[]): boolean {
  const { width, rgba } = cutout;
  const isOpaque = (index: number) => (rgba[index * 4 + 3] ?? 0) >= OPAQUE;
  const isInside = (index: number) => {
    const x = index % width;
    const isBesideBorder = x < EDGE_PX || x >= width - EDGE_PX;
    const reach = [-EDGE_PX, EDGE_PX, -EDGE_PX * width, EDGE_PX * width];
    return !isBesideBorder && reach.every((away) => isOpaque(index + away));
  };
  const inside = samples.filter(isInside);
  const compared = inside.length > 0 ? inside : samples;
  return differences(picture, cutout, compared)(place) < MOST_DIFFERENT * 3 * compared.length;
}

/** Over all samples and channels, or a part of it that is `enough`. */
function differences(picture: Pixels, cutout: Pixels, samples: readonly number[]) {
  const offsets = Int32Array.from(
    samples,
    (index) => (Math.floor(index / cutout.width) * picture.width + (index % cutout.width)) * 4,
  );
  return ({ x, y }: Place, enough = Number.POSITIVE_INFINITY): number => {
    const start = (y * picture.width + x) * 4;
    let difference = 0;
    for (let nth = 0; nth < samples.length && difference < enough; nth += 1) {
      const [at, from] = [start + (offsets[nth] as number), (samples[nth] as number) * 4];
      for (let channel = 0; channel < 3; channel += 1)
        difference += Math.abs(
          (picture.rgba[at + channel] as number) - (cutout.rgba[from + channel] as number),
        );
    }
    return difference;
  };
}
