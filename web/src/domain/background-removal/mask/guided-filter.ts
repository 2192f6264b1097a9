import type { Pixels } from "./pixels";

/** Of the averaged square, in px of the small picture. */
const RADIUS = 6;
/** Colours that differ less than its root (0 to 1 per channel) count as one surface. */
const EPSILON = 1e-4;

/**
 * He's fast guided filter (2015): within each square, alpha is a linear function of colour, so the model's
 * coarse edge moves to the picture's. `parts` and the `most` of the result there (0 to 1) belong to `small`;
 * the result, 0 to 1, to `pixels`.
 */
export function guidedFilter(
  pixels: Pixels,
  small: Pixels,
  parts: Float32Array,
  most: Float32Array,
): Float32Array {
  const models = averaged(linearModels(small, parts), small);
  for (const values of models)
    for (let index = 0; index < values.length; index += 1)
      values[index] = (values[index] as number) * (most[index] as number);
  return applied(pixels, small, models);
}

/** For each pixel of the small picture. */
type LinearModels = readonly [red: Float32Array, green: Float32Array, blue: Float32Array, rest: Float32Array];

function linearModels({ width, height, rgba }: Pixels, parts: Float32Array): LinearModels {
  const count = width * height;
  const channel = (at: number) =>
    Float32Array.from({ length: count }, (_, index) => (rgba[index * 4 + at] as number) / 255);
  const [red, green, blue] = [channel(0), channel(1), channel(2)];
  const mean = (values: Float32Array) => boxMean(values, width, height, RADIUS);
  const meanOf = (one: Float32Array, other: Float32Array) =>
    mean(one.map((value, index) => value * (other[index] as number)));
  const means = [mean(red), mean(green), mean(blue)] as const;
  const meanPart = mean(parts);
  const [rr, rg, rb] = [meanOf(red, red), meanOf(red, green), meanOf(red, blue)];
  const [gg, gb, bb] = [meanOf(green, green), meanOf(green, blue), meanOf(blue, blue)];
  const [rp, gp, bp] = [meanOf(red, parts), meanOf(green, parts), meanOf(blue, parts)];
  const models = [0, 1, 2, 3].map(() => new Float32Array(count)) as unknown as LinearModels;
  for (let index = 0; index < count; index += 1) {
    const at = (values: Float32Array) => values[index] as number;
    const [r, g, b, part] = [at(means[0]), at(means[1]), at(means[2]), at(meanPart)];
    const factors = solved(
      [at(rr) - r * r + EPSILON, at(rg) - r * g, at(rb) - r * b],
      [at(gg) - g * g + EPSILON, at(gb) - g * b, at(bb) - b * b + EPSILON],
      [at(rp) - r * part, at(gp) - g * part, at(bp) - b * part],
    );
    models[0][index] = factors[0];
    models[1][index] = factors[1];
    models[2][index] = factors[2];
    models[3][index] = part - factors[0] * r - factors[1] * g - factors[2] * b;
  }
  return models;
}

type Three = readonly [number, number, number];

/** A symmetric system with the upper triangle `[a b c, d e f]`, by Cramer's rule. */
function solved([a, b, c]: Three, [d, e, f]: Three, [x, y, z]: Three): Three {
  const [one, two, three] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const determinant = a * one + b * two + c * three;
  const [four, five, six] = [a * f - c * c, b * c - a * e, a * d - b * b];
  return [
    (one * x + two * y + three * z) / determinant,
    (two * x + four * y + five * z) / determinant,
    (three * x + five * y + six * z) / determinant,
  ];
}

const averaged = (models: LinearModels, { width, height }: Pixels): LinearModels =>
  models.map((values) => boxMean(values, width, height, RADIUS)) as unknown as LinearModels;

function applied({ width, height, rgba }: Pixels, small: Pixels, models: LinearModels): Float32Array {
  const result = new Float32Array(width * height);
  const columns = interpolation(width, small.width);
  const rows = interpolation(height, small.height);
  const lines = models.map(() => new Float32Array(small.width + 1)) as unknown as LinearModels;
  const [red, green, blue, rest] = lines;
  for (let y = 0; y < height; y += 1) {
    const top = rows.from[y] as number;
    for (const [nth, model] of models.entries())
      interpolateRow(lines[nth] as Float32Array, model, small, top, rows.part[y] as number);
    for (let x = 0; x < width; x += 1) {
      const left = columns.from[x] as number;
      const across = columns.part[x] as number;
      const index = y * width + x;
      const r = (red[left] as number) + across * ((red[left + 1] as number) - (red[left] as number));
      const g = (green[left] as number) + across * ((green[left + 1] as number) - (green[left] as number));
      const b = (blue[left] as number) + across * ((blue[left + 1] as number) - (blue[left] as number));
      const c = (rest[left] as number) + across * ((rest[left + 1] as number) - (rest[left] as number));
      const value =
        (r * (rgba[index * 4] as number) +
          g * (rgba[index * 4 + 1] as number) +
          b * (rgba[index * 4 + 2] as number)) /
          255 +
        c;
      result[index] = value < 0 ? 0 : value > 1 ? 1 : value;
    }
  }
  return result;
}

/** `line` gets the values between rows `top` and the next; its last place repeats the one before. */
function interpolateRow(
  line: Float32Array,
  values: Float32Array,
  { width, height }: Pixels,
  top: number,
  down: number,
): void {
  const [above, below] = [top * width, Math.min(height - 1, top + 1) * width];
  for (let x = 0; x < width; x += 1)
    line[x] = (values[above + x] as number) * (1 - down) + (values[below + x] as number) * down;
  line[width] = line[width - 1] as number;
}

/** For each of `count` places: the small place before it, and the distance (0 to 1) from that. */
function interpolation(count: number, places: number): { from: Uint32Array; part: Float32Array } {
  const middles = Float32Array.from({ length: count }, (_, index) =>
    Math.min(places - 1, Math.max(0, ((index + 0.5) * places) / count - 0.5)),
  );
  const from = Uint32Array.from(middles, Math.floor);
  return { from, part: middles.map((middle, index) => middle - (from[index] as number)) };
}

export function boxMean(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1)
    slideAlong(values, across, { start: y * width, step: 1, count: width, radius });
  const both = new Float32Array(values.length);
  for (let x = 0; x < width; x += 1)
    slideAlong(across, both, { start: x, step: width, count: height, radius });
  return both;
}

type Line = { start: number; step: number; count: number; radius: number };

function slideAlong(from: Float32Array, to: Float32Array, { start, step, count, radius }: Line): void {
  let sum = 0;
  for (let nth = 0; nth < Math.min(radius, count); nth += 1) sum += from[start + nth * step] as number;
  for (let nth = 0; nth < count; nth += 1) {
    if (nth + radius < count) sum += from[start + (nth + radius) * step] as number;
    if (nth - radius - 1 >= 0) sum -= from[start + (nth - radius - 1) * step] as number;
    to[start + nth * step] = sum / (Math.min(count - 1, nth + radius) - Math.max(0, nth - radius) + 1);
  }
}
