import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawnNow, NO_ROWS } from "./recycled-rows";

const KEYS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

const answers = fc.array(
  fc.record({
    asked: fc.constantFrom("", "x", "xy"),
    inSight: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test("each has a row of its own and keeps it, and only the answer to another question takes over rows", () => {
  fc.assert(
    fc.property(answers, (all) => {
      let before = NO_ROWS;
      for (const { asked, inSight } of all) {
        const now = drawnNow(before, inSight, asked);
        const [stay, come] = [
          inSight.filter((key) => before.rowOf.has(key)),
          inSight.filter((key) => !before.rowOf.has(key)),
        ];
        const rowsThen = stay.map((key) => before.rowOf.get(key));
        expect(stay.map((key) => now.rowOf.get(key))).toEqual(rowsThen);
        expect(new Set(now.rowOf.keys())).toEqual(new Set(inSight));
        expect(new Set(now.rowOf.values()).size).toBe(inSight.length);
        const free = asked === before.asked ? 0 : before.rowOf.size - stay.length;
        expect([...now.rowOf.values()].filter((row) => row >= before.count)).toHaveLength(
          Math.max(0, come.length - free),
        );
        expect(drawnNow(now, inSight, asked)).toBe(now);
        before = now;
      }
    }),
  );
});

test("what stands twice for a moment, as an item does that is read while it goes to another shelf, comes to rest", () => {
  const now = drawnNow(NO_ROWS, ["a", "b", "a"], "");
  expect(drawnNow(now, ["a", "b", "a"], "")).toBe(now);
});
