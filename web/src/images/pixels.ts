/** A picture as plain numbers, row by row: four a pixel, red, green, blue and alpha. */
export type Pixels = { width: number; height: number; rgba: Uint8Array | Uint8ClampedArray };
/** One number a pixel, 255 where the thing is, 0 where it is not. */
export type Mask = Uint8Array<ArrayBuffer>;

/** Each pixel becomes the mean of those it stands for. Never enlarges. */
export function shrunk({ width, height, rgba }: Pixels, longestSide: number): Pixels {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const small = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const sums = new Float64Array(small.width * small.height * 4);
  const counts = new Uint32Array(small.width * small.height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * small.height) / height) * small.width;
    for (let x = 0; x < width; x += 1) {
      const to = row + Math.floor((x * small.width) / width);
      const from = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) sums[to * 4 + channel] = (sums[to * 4 + channel] ?? 0) + (rgba[from + channel] ?? 0);
      counts[to] = (counts[to] ?? 0) + 1;
    }
  }
  return { ...small, rgba: Uint8Array.from(sums, (sum, index) => Math.round(sum / (counts[index >> 2] || 1))) };
}

/** A hundredth of the picture lets something through: whoever made it has cut it out already. */
export function isSeeThrough({ rgba }: Pixels): boolean {
  let clear = 0;
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 128) clear += 1;
  return clear > rgba.length / 400;
}
