import type { Point } from "./brush-mask";

const PINCH_WITHIN_MS = 300;

type Pair = readonly [Point, Point];

export class Fingers {
  readonly #down = new Map<number, Point>();
  #painter: { pointerId: number; since: number } | null = null;

  get isNone(): boolean {
    return this.#down.size === 0;
  }

  add(pointerId: number, at: Point, now: number): "paints" | "pinches" | "nothing" {
    if (this.isNone) {
      this.#painter = { pointerId, since: now };
      this.#down.set(pointerId, at);
      return "paints";
    }
    if (this.#down.size > 1 || (this.#painter && now - this.#painter.since > PINCH_WITHIN_MS))
      return "nothing";
    this.#painter = null;
    this.#down.set(pointerId, at);
    return "pinches";
  }

  paints(pointerId: number): boolean {
    return this.#painter?.pointerId === pointerId;
  }

  move(pointerId: number, at: Point): { from: Pair; to: Pair } | null {
    if (!this.#down.has(pointerId)) return null;
    const from = this.#pair();
    this.#down.set(pointerId, at);
    const to = this.#pair();
    return from && to ? { from, to } : null;
  }

  remove(pointerId: number): void {
    this.#down.delete(pointerId);
    if (this.paints(pointerId)) this.#painter = null;
  }

  #pair(): Pair | null {
    const [one, other] = this.#down.values();
    return one && other ? [one, other] : null;
  }
}
