import type { Point } from "./brush-mask";

type Size = { width: number; height: number };

const STEP = 0.02;
const FINE_STEP = 0.0025;

export function movedBrush(
  { x, y }: Point,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { width, height }: Size,
  zoom = 1,
): Point | null {
  const way = WAYS[key];
  if (!way) return null;
  const step = Math.max(1, Math.round((Math.max(width, height) * (shiftKey ? FINE_STEP : STEP)) / zoom));
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return { x: within(x + way[0] * step, width), y: within(y + way[1] * step, height) };
}

const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
