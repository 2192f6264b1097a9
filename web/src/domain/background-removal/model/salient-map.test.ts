import { expect, test } from "vitest";
import { atSize, normalised } from "./salient-map";

const mapOf = (width: number, ...values: number[]) => ({
  width,
  height: values.length / width,
  values: Float32Array.from(values),
});

test("in any map the least value becomes 0 and the greatest 1", () => {
  expect(normalised(mapOf(3, -4, 0, 4), 0.05)?.values).toEqual(Float32Array.of(0, 0.5, 1));
});

test.each([
  ["the same everywhere", [0.4, 0.4]],
  ["hardly different", [0.4, 0.42]],
  ["no number", [Number.NaN, 1]],
])("a map that is %s shows nothing", (_, values) => {
  expect(normalised(mapOf(2, ...values), 0.05)).toBeNull();
});

test("a stretched map is interpolated between the centres of its cells", () => {
  expect([...atSize(mapOf(2, 0, 1), { width: 8, height: 1 })]).toEqual([
    0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1,
  ]);
  expect([...atSize(mapOf(1, 0, 1), { width: 1, height: 4 })]).toEqual([0, 0.25, 0.75, 1]);
});

test("a map shrunk to a smaller picture keeps its position", () => {
  expect([...atSize(mapOf(4, 0, 0, 1, 1), { width: 2, height: 1 })]).toEqual([0, 1]);
});
