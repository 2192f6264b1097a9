/** How a wall's width is divided: things of equal width in lines, each line with a board of its own. */
import type { CSSProperties } from "react";
import { type Direction, placeIn, type Point } from "./carry";

export type Lines = {
  perLine: number;
  facePx: { width: number; height: number };
  linePx: number;
  headroomPx: number;
  /** The offset of the line's n-th thing, from 0. */
  leftOf: (column: number) => number;
  isNarrow: boolean;
};

/**
 * `leastPx` and `MOST_PX`: for text of the usual size. Larger text needs room for its words. `belowPx`: below a
 * face, the setback, the front and the space down to a caption; `captionRem`: its lines and the space below.
 * In step with wall.module.css.
 */
const WIDE = {
  fromPx: 640,
  leastPx: 118,
  gapPx: 18,
  insetPx: 24,
  faceRatio: 136 / 116,
  headroomPx: 22,
  belowPx: 48,
  captionRem: 4,
};
/** Low: three lines are in sight on a phone. */
const NARROW = {
  leastPx: 94,
  gapPx: 8,
  insetPx: 14,
  faceRatio: 0.92,
  headroomPx: 14,
  belowPx: 38,
  captionRem: 2.8,
};
const MOST_PX = 140;
const USUAL_REM_PX = 16;
const WIDER_PER_REM_PX = 3.75;

/** `remPx`: the size of the page's text. `count`: of what is on the wall. A single line that has room is centred, as on the public page. */
export function linesIn({ widthPx, remPx }: { widthPx: number; remPx: number }, count: number): Lines {
  const isNarrow = widthPx < WIDE.fromPx;
  const { leastPx, gapPx, insetPx, faceRatio, headroomPx, belowPx, captionRem } = isNarrow ? NARROW : WIDE;
  // Of an empty wall: a title and two sentences.
  const words = count === 1 ? WIDE : { belowPx, captionRem };
  const widerPx = WIDER_PER_REM_PX * Math.max(0, remPx - USUAL_REM_PX);
  const roomPx = widthPx - 2 * insetPx + gapPx;
  const perLine = Math.max(1, Math.floor(roomPx / (leastPx + widerPx + gapPx)));
  const width = Math.min(MOST_PX + widerPx, Math.floor(roomPx / perLine) - gapPx);
  const height = Math.round(width * faceRatio);
  const takenPx = Math.min(perLine, Math.max(count, 1)) * (width + gapPx) - gapPx;
  const startPx =
    count > perLine ? (widthPx - perLine * (width + gapPx) + gapPx) / 2 : (widthPx - takenPx) / 2;
  return {
    perLine,
    facePx: { width, height },
    linePx: headroomPx + height + words.belowPx + words.captionRem * remPx,
    headroomPx,
    leftOf: (column) => Math.round(startPx + column * (width + gapPx)),
    isNarrow,
  };
}

export const styleAt = (
  { perLine, leftOf, linePx, headroomPx, facePx }: Lines,
  place: number,
): CSSProperties => ({
  top: Math.floor(place / perLine) * linePx + headroomPx,
  left: leftOf(place % perLine),
  width: facePx.width,
});

export const shiftBy = ({ perLine, leftOf, linePx }: Lines, from: number, to: number): string =>
  `translate(${leftOf(to % perLine) - leftOf(from % perLine)}px, ${(Math.floor(to / perLine) - Math.floor(from / perLine)) * linePx}px)`;

/** `point`: from the top left of the wall. `last`: the last place. */
export function placeInLines({ perLine, leftOf, linePx, facePx }: Lines, point: Point, last: number): number {
  const line = Math.min(Math.floor(last / perLine), Math.max(0, Math.floor(point.y / linePx)));
  const firstPx = leftOf(0);
  const column = placeIn(
    { firstPx, stepPx: leftOf(1) - firstPx, facePx: facePx.width, count: perLine - 1 },
    point.x,
  );
  return Math.min(last, line * perLine + column);
}

/** Null beyond the first and the last place. Down from the last line but one reaches a last line that is shorter. */
export function placeTowards(
  { perLine }: Lines,
  direction: Direction,
  from: number,
  last: number,
): number | null {
  const to = from + { left: -1, right: 1, up: -perLine, down: perLine }[direction];
  const isLineBelow = direction === "down" && Math.floor(from / perLine) < Math.floor(last / perLine);
  const place = isLineBelow ? Math.min(to, last) : to;
  return place < 0 || place > last ? null : place;
}
