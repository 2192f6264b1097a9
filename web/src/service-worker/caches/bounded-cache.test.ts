import { expect, test } from "vitest";
import { keysToEvict } from "./bounded-cache";

const stored = (...bytes: number[]) => bytes.map((size, index) => ({ key: `k${index}`, bytes: size }));

test.each([
  ["within both bounds nothing is evicted", stored(10, 10), { entries: 2, bytes: 20 }, []],
  ["the oldest are evicted if there are too many", stored(1, 1, 1), { entries: 2, bytes: 99 }, ["k0"]],
  ["the oldest are evicted if they are too large", stored(50, 50, 50), { entries: 9, bytes: 100 }, ["k0"]],
  ["one that is too large alone is evicted too", stored(1, 500), { entries: 9, bytes: 100 }, ["k1", "k0"]],
  ["an empty cache has nothing to evict", [], { entries: 0, bytes: 0 }, []],
])("%s", (_, entries, bounds, dropped) => {
  expect(keysToEvict(entries, bounds)).toEqual(dropped);
});
