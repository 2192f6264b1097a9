import type { Box } from "#domain/background-removal/mask/mask-box";
import type { Mask } from "#domain/background-removal/mask/pixels";

export type Point = { x: number; y: number };
export type Brush = { keeps: boolean; radius: number };

export const UNDO_STEPS = 30;
const RIM = 1;

type Patch = { box: Box; before: Uint8Array };

export class BrushMask {
  readonly width: number;
  readonly height: number;
  readonly mask: Mask;
  readonly #start: Mask;
  #strokes: Patch[] = [];
  #before: Mask | null = null;
  #painted: Box | null = null;

  constructor({ width, height, mask }: { width: number; height: number; mask: Mask }) {
    this.width = width;
    this.height = height;
    this.mask = mask;
    this.#start = mask.slice();
  }

  get canUndo(): boolean {
    return this.#strokes.length > 0;
  }

  paint(from: Point, to: Point, { keeps, radius }: Brush): Box | null {
    this.#before ??= this.mask.slice();
    const box = this.#boxAround(from, to, radius + RIM);
    if (!box) return null;
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (let x = box.x; x < box.x + box.width; x += 1) {
        const distance = distanceToLine(x + 0.5, y + 0.5, from, to);
        const covered = Math.min(1, Math.max(0, (radius + RIM - distance) / (2 * RIM)));
        if (covered === 0) continue;
        const index = y * this.width + x;
        const was = this.mask[index] as number;
        const value = Math.round(255 * covered);
        this.mask[index] = keeps ? Math.max(was, value) : Math.min(was, 255 - value);
      }
    }
    this.#painted = this.#painted ? union(this.#painted, box) : box;
    return box;
  }

  endStroke(): void {
    const [before, box] = [this.#before, this.#painted];
    this.#before = null;
    this.#painted = null;
    if (!before || !box) return;
    this.#strokes = [...this.#strokes, { box, before: this.#cropped(before, box) }].slice(-UNDO_STEPS);
  }

  cancelStroke(): Box | null {
    const [before, box] = [this.#before, this.#painted];
    this.#before = null;
    this.#painted = null;
    if (before) this.mask.set(before);
    return box;
  }

  undo(): Box | null {
    this.endStroke();
    const last = this.#strokes.pop();
    if (!last) return null;
    const { box, before } = last;
    for (let row = 0; row < box.height; row += 1)
      this.mask.set(
        before.subarray(row * box.width, (row + 1) * box.width),
        (box.y + row) * this.width + box.x,
      );
    return box;
  }

  reset(): Box {
    this.endStroke();
    const box = { x: 0, y: 0, width: this.width, height: this.height };
    this.#strokes = [...this.#strokes, { box, before: this.mask.slice() }].slice(-UNDO_STEPS);
    this.mask.set(this.#start);
    return box;
  }

  #cropped(mask: Mask, { x, y, width, height }: Box): Uint8Array {
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const at = (y + row) * this.width + x;
      part.set(mask.subarray(at, at + width), row * width);
    }
    return part;
  }

  #boxAround(from: Point, to: Point, reach: number): Box | null {
    const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
    const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    const right = Math.min(this.width, Math.ceil(Math.max(from.x, to.x) + reach));
    const bottom = Math.min(this.height, Math.ceil(Math.max(from.y, to.y) + reach));
    return right > left && bottom > top
      ? { x: left, y: top, width: right - left, height: bottom - top }
      : null;
  }
}

function distanceToLine(x: number, y: number, from: Point, to: Point): number {
  const [wayX, wayY] = [to.x - from.x, to.y - from.y];
  const square = wayX * wayX + wayY * wayY;
  const along =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * wayX + (y - from.y) * wayY) / square));
  return Math.sqrt((x - from.x - along * wayX) ** 2 + (y - from.y - along * wayY) ** 2);
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
