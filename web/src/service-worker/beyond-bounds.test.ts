import { expect, test } from "vitest";
import { beyondBounds } from "./beyond-bounds.ts";

const stored = (...bytes: number[]) => bytes.map((size, index) => ({ key: `k${index}`, bytes: size }));

test.each([
  ["nothing goes while both bounds hold", stored(10, 10), { entries: 2, bytes: 20 }, []],
  ["the oldest go when there are too many", stored(1, 1, 1), { entries: 2, bytes: 99 }, ["k0"]],
  ["the oldest go when they weigh too much", stored(50, 50, 50), { entries: 9, bytes: 100 }, ["k0"]],
  ["one that is too heavy alone goes too", stored(1, 500), { entries: 9, bytes: 100 }, ["k1", "k0"]],
  ["nothing goes from nothing", [], { entries: 0, bytes: 0 }, []],
])("%s", (_, entries, bounds, dropped) => {
  expect(beyondBounds(entries, bounds)).toEqual(dropped);
});
