import { expect, test } from "vitest";
import { boxAround } from "./mask-box";

test("the box reaches the object's edges and excludes a faint rim", () => {
  const rows = [
    [0, 0, 0, 0, 0],
    [0, 3, 90, 0, 0],
    [0, 0, 255, 255, 0],
    [0, 0, 9, 0, 0],
  ];
  expect(boxAround(Uint8Array.from(rows.flat()), 5)).toEqual({ x: 2, y: 1, width: 2, height: 2 });
});

test("an empty mask has no box", () => {
  expect(boxAround(new Uint8Array(20), 5)).toBeNull();
});
