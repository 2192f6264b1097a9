import { type Pixels, resampled } from "#domain/background-removal/mask/pixels";

type Three = readonly [red: number, green: number, blue: number];
type Normalisation = { mean: Three; deviation: Three };

/** Of U²-Net and most others pretrained on ImageNet. */
const IMAGENET: Normalisation = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
/** Of ISNet, the only one with this input size. */
const ISNET: Normalisation = { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] };
const ISNET_SIDE = 1024;

export type InputSize = { width: number; height: number };

/** Resized, channel by channel, relative to the brightest value. */
export function modelInput(pixels: Pixels, size: InputSize): Float32Array {
  const { rgba } = resampled(pixels, size);
  const { mean, deviation } = size.width === ISNET_SIDE && size.height === ISNET_SIDE ? ISNET : IMAGENET;
  const count = size.width * size.height;
  let brightest = 1;
  for (const [index, value] of rgba.entries()) if (index % 4 !== 3) brightest = Math.max(brightest, value);
  return Float32Array.from({ length: 3 * count }, (_, index) => {
    const channel = Math.floor(index / count) as 0 | 1 | 2;
    return ((rgba[(index % count) * 4 + channel] as number) / brightest - mean[channel]) / deviation[channel];
  });
}
