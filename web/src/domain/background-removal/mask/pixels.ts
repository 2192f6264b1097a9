/** Row by row: red, green, blue and alpha. */
export type Pixels = { width: number; height: number; rgba: Uint8Array | Uint8ClampedArray };
export type Mask = Uint8Array<ArrayBuffer>;

export function shrunk(pixels: Pixels, longestSide: number): Pixels {
  const { width, height } = pixels;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return resampled(pixels, {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
}

export function resampled({ width, height, rgba }: Pixels, small: Pick<Pixels, "width" | "height">): Pixels {
  const rgbaSmall = new Uint8Array(small.width * small.height * 4);
  for (let y = 0; y < small.height; y += 1) {
    const [top, bottom] = [
      Math.floor((y * height) / small.height),
      Math.ceil(((y + 1) * height) / small.height),
    ];
    for (let x = 0; x < small.width; x += 1) {
      const [left, right] = [
        Math.floor((x * width) / small.width),
        Math.ceil(((x + 1) * width) / small.width),
      ];
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let fromY = top; fromY < bottom; fromY += 1) {
        for (let at = (fromY * width + left) * 4; at < (fromY * width + right) * 4; at += 4) {
          red += rgba[at] as number;
          green += rgba[at + 1] as number;
          blue += rgba[at + 2] as number;
          alpha += rgba[at + 3] as number;
        }
      }
      const count = (bottom - top) * (right - left);
      const at = (y * small.width + x) * 4;
      rgbaSmall[at] = Math.round(red / count);
      rgbaSmall[at + 1] = Math.round(green / count);
      rgbaSmall[at + 2] = Math.round(blue / count);
      rgbaSmall[at + 3] = Math.round(alpha / count);
    }
  }
  return { width: small.width, height: small.height, rgba: rgbaSmall };
}

/** Over 0.25 % is transparent: its maker has cut it out. */
export function isSeeThrough({ rgba }: Pixels): boolean {
  let clear = 0;
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 128) clear += 1;
  return clear > rgba.length / 400;
}
