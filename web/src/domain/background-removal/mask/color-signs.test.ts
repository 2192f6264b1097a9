import { expect, test } from "vitest";
import { missedShare, seenThroughShare } from "./color-signs";

const SIDE = 100;
const WALL = [214, 206, 196, 255];
const CLAY = [140, 60, 40, 255];
const pixelsOf = (isThing: (x: number, y: number) => boolean) => ({
  width: SIDE,
  height: SIDE,
  rgba: Uint8Array.from(
    Array.from({ length: SIDE * SIDE }, (_, index) =>
      isThing(index % SIDE, Math.floor(index / SIDE)) ? CLAY : WALL,
    ).flat(),
  ),
});
const partsOf = (isFound: (x: number, y: number) => boolean) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, index) =>
    Number(isFound(index % SIDE, Math.floor(index / SIDE))),
  );
const isSeat = (x: number, y: number) => x >= 30 && x < 70 && y >= 40 && y < 50;
const isLeg = (x: number, y: number) => (x === 32 || x === 66) && y >= 50 && y < 90;
const isBack = (x: number, y: number) => x >= 30 && x < 70 && y >= 20 && y < 40;
const isRod = (x: number, y: number) => (x === 30 || x === 69) && y >= 20 && y < 40;

test("legs that the mask lacks are missed; with them nothing is", () => {
  const chair = pixelsOf((x, y) => isSeat(x, y) || isLeg(x, y));
  expect(missedShare(chair, partsOf(isSeat))).toBeCloseTo(80 / 400);
  expect(
    missedShare(
      chair,
      partsOf((x, y) => isSeat(x, y) || isLeg(x, y)),
    ),
  ).toBe(0);
});

test("an object in the wall's colour misses nothing", () => {
  expect(
    missedShare(
      pixelsOf(() => true),
      partsOf(isSeat),
    ),
  ).toBe(0);
});

test("a wall between rods is seen through the object; without it nothing is", () => {
  const chair = pixelsOf((x, y) => isSeat(x, y) || isRod(x, y));
  expect(
    seenThroughShare(
      chair,
      partsOf((x, y) => isSeat(x, y) || isBack(x, y)),
    ),
  ).toBeCloseTo(760 / 1200);
  expect(
    seenThroughShare(
      chair,
      partsOf((x, y) => isSeat(x, y) || isRod(x, y)),
    ),
  ).toBe(0);
});

test("an empty mask misses nothing, and nothing is seen through it", () => {
  const wall = pixelsOf(() => false);
  const none = partsOf(() => false);
  expect([missedShare(wall, none), seenThroughShare(wall, none)]).toEqual([0, 0]);
});
