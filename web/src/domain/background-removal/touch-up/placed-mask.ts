import type { Mask, Pixels } from "#domain/background-removal/mask/pixels";

const SAMPLES = 400;
const MOST_DIFFERENT = 8;
const OPAQUE = 250;

/**
 * A cut-out is a crop of its picture, and its place is not stored: it is where the colours fit best. Returns
 * the cut-out's mask at the picture's size, or null if it fits nowhere.
 */
export function placedMask(picture: Pixels, cutout: Pixels): Mask | null {
  const samples = sampled(cutout);
  const place = samples.length > 0 ? bestPlace(picture, cutout, samples) : null;
  if (!place) return null;
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

function bestPlace(picture: Pixels, cutout: Pixels, samples: readonly number[]) {
  const offsets = Int32Array.from(
    samples,
    (index) => (Math.floor(index / cutout.width) * picture.width + (index % cutout.width)) * 4,
  );
  const most = MOST_DIFFERENT * 3 * samples.length;
  let best = { x: 0, y: 0, difference: most };
  for (let y = 0; y <= picture.height - cutout.height; y += 1) {
    for (let x = 0; x <= picture.width - cutout.width; x += 1) {
      const start = (y * picture.width + x) * 4;
      let difference = 0;
      for (let nth = 0; nth < samples.length && difference < best.difference; nth += 1) {
        const [at, from] = [start + (offsets[nth] as number), (samples[nth] as number) * 4];
        for (let channel = 0; channel < 3; channel += 1)
          difference += Math.abs(
            (picture.rgba[at + channel] as number) - (cutout.rgba[from + channel] as number),
          );
      }
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  return best.difference < most ? best : null;
}
