import type { Box } from "#domain/background-removal/mask/mask-box";
import type { Mask, Pixels } from "#domain/background-removal/mask/pixels";
import { type Brush, BrushMask, type Point } from "./brush-mask";

const REMOVED_ALPHA = 56;

export class Painting {
  readonly pixels: Pixels;
  readonly #mask: BrushMask;
  readonly #shown: ImageData;
  #canvas: HTMLCanvasElement | null = null;
  #last: Point | null = null;

  constructor({ pixels, mask }: { pixels: Pixels; mask: Mask }) {
    const { width, height, rgba } = pixels;
    this.pixels = pixels;
    this.#mask = new BrushMask({ width, height, mask });
    this.#shown = new ImageData(new Uint8ClampedArray(rgba), width, height);
  }

  get mask(): Mask {
    return this.#mask.mask;
  }

  get canUndo(): boolean {
    return this.#mask.canUndo;
  }

  get isPainting(): boolean {
    return this.#last !== null;
  }

  showOn(canvas: HTMLCanvasElement | null): void {
    this.#canvas = canvas;
    this.#draw({ x: 0, y: 0, width: this.pixels.width, height: this.pixels.height });
  }

  paintTo(point: Point, brush: Brush): void {
    this.#draw(this.#mask.paint(this.#last ?? point, point, brush));
    this.#last = point;
  }

  endStroke(): void {
    this.#last = null;
    this.#mask.endStroke();
  }

  cancelStroke(): void {
    this.#last = null;
    this.#draw(this.#mask.cancelStroke());
  }

  undo(): void {
    this.#last = null;
    this.#draw(this.#mask.undo());
  }

  reset(): void {
    this.#last = null;
    this.#draw(this.#mask.reset());
  }

  isKept({ x, y }: Point): boolean {
    const { width, height } = this.pixels;
    const index = Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x));
    return (this.mask[index] ?? 0) > 127;
  }

  #draw(box: Box | null): void {
    const context = this.#canvas?.getContext("2d", { willReadFrequently: true });
    if (!box || !context) return;
    const { width, rgba } = this.pixels;
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (let index = y * width + box.x; index < y * width + box.x + box.width; index += 1) {
        const alpha = REMOVED_ALPHA + ((255 - REMOVED_ALPHA) * (this.mask[index] as number)) / 255;
        this.#shown.data[index * 4 + 3] = Math.min(rgba[index * 4 + 3] as number, alpha);
      }
    }
    context.putImageData(this.#shown, 0, 0, box.x, box.y, box.width, box.height);
  }
}
