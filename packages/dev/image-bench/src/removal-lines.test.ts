import { expect, test } from "vitest";
import { GOALS } from "./goals.ts";
import { type Outcome, photographLines, sceneLines, tapLine } from "./removal-lines.ts";

const good: Outcome = { kind: "plain", iou: 0.99, isAccepted: true };
const isMet = (outcomes: Outcome[]) => sceneLines(outcomes, GOALS).map((line) => line.isMet);

test("a rejected cut-out counts in the acceptance rate, not in the quality", () => {
  const rejected: Outcome = { ...good, kind: "glass", iou: 0.2, isAccepted: false };
  expect(isMet([good, good, good, good, rejected])).toEqual([true, true, true, true]);
  expect(isMet([good, rejected])).toEqual([true, true, false, true]);
});

test("one bad accepted cut-out is reported, whatever the mean", () => {
  expect(isMet([...Array.from({ length: 40 }, () => good), { ...good, iou: 0.84 }])[1]).toBe(false);
});

test("a rejected busy scene is reported", () => {
  expect(isMet([good, good, good, { ...good, kind: "busy", isAccepted: false }])[3]).toBe(false);
});

test("a tap rescues a scene only with an accepted and right cut-out", () => {
  expect(tapLine([good, good, good, { ...good, iou: 0.89 }], GOALS).isMet).toBe(true);
  expect(tapLine([good, { ...good, iou: 0.89 }, { ...good, isAccepted: false }], GOALS).figure).toBe("0.333");
});

test("photographs have goals of their own", () => {
  const photograph: Outcome = { kind: "photograph", iou: 0.96, isAccepted: true };
  expect(photographLines([photograph], GOALS).map((line) => line.isMet)).toEqual([true, true, true]);
  expect(photographLines([{ ...photograph, iou: 0.94 }], GOALS)[0]?.isMet).toBe(false);
});
