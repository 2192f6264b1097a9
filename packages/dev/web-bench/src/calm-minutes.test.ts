import { expect, test } from "vitest";
import { CalmMinutes } from "./calm-minutes.ts";

const inTurn =
  (...all: [theirs: number, ours: number][]) =>
  () => {
    const [theirs = Number.NaN, ours = Number.NaN] = all.shift() ?? [];
    return Promise.resolve({ ours: [ours], theirs: [theirs] });
  };

test("a minute as calm as the quickest counts at once, even if the measured work was slow in it", async () => {
  const calm = new CalmMinutes();
  expect(await calm.of(inTurn([20, 60]))).toEqual({ ours: [60], theirs: [20], tries: 1 });
  expect(await calm.of(inTurn([25, 200]))).toMatchObject({ ours: [200], tries: 1 });
});

test("a slow minute is measured again, and the calmest counts, not the one with the best figure", async () => {
  const calm = new CalmMinutes();
  await calm.of(inTurn([20, 60]));
  expect(await calm.of(inTurn([40, 130], [21, 90]))).toEqual({ ours: [90], theirs: [21], tries: 2 });
  expect(await calm.of(inTurn([40, 70], [35, 110], [38, 50], [20, 10]))).toEqual({
    ours: [110],
    theirs: [35],
    tries: 3,
  });
});
