import { expect, test } from "vitest";
import { GOALS } from "./goals.ts";
import { type Outcome, removalLines } from "./removal-lines.ts";

const good: Outcome = { kind: "plain", iou: 0.99, isAccepted: true, ms: 900 };
const isMet = (outcomes: Outcome[]) => removalLines(outcomes, GOALS).map((line) => line.isMet);

test("a rejected cut-out counts in the acceptance rate, not in the quality", () => {
  expect(isMet([good, good, good, { ...good, kind: "glass", iou: 0.2, isAccepted: false }])).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(isMet([good, { ...good, kind: "glass", iou: 0.2, isAccepted: false }])).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
});

test("one bad accepted cut-out is reported, whatever the mean", () => {
  expect(isMet([...Array.from({ length: 40 }, () => good), { ...good, iou: 0.84 }])[1]).toBe(false);
});

test("a rejected busy scene is reported, and so is a slow one", () => {
  expect(isMet([good, good, good, { ...good, kind: "busy", isAccepted: false }])[3]).toBe(false);
  expect(isMet([good, { ...good, ms: 3001 }])[4]).toBe(false);
});
