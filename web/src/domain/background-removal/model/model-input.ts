import { type Pixels, resampled } from "#domain/background-removal/mask/pixels";

type Three = readonly [red: number, green: number, blue: number];
type Normalisation = { mean: Three; deviation: Three };

/** Of U²-Net and most other models trained on ImageNet. */
const IMAGENET: Normalisation = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
/** Of ISNet, the only model with this input size. */
const ISNET: Normalisation = { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] };
const ISNET_SIDE = 1024;

export type InputSize = { width: number; height: number };

export function modelInput(pixels: Pixels, size: InputSize): Float32Array {
  const { rgba } = resampled(pixels, size);
  const { mean, deviation } = size.width === ISNET_SIDE && size.height === ISNET_SIDE ? ISNET : IMAGENET;
  const count = size.width * size.height;
  let brightest = 1;
  for (let at = 0; at < rgba.length; at += 1)
    if (at % 4 !== 3 && (rgba[at] as number) > brightest) brightest = rgba[at] as number;
  const input = new Float32Array(3 * count);
  for (const channel of [0, 1, 2] as const)
    for (let index = 0; index < count; index += 1)
      input[channel * count + index] =
        ((rgba[index * 4 + channel] as number) / brightest - mean[channel]) / deviation[channel];
  return input;
}
