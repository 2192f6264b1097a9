import * as fc from "fast-check";
import { expect, test } from "vitest";
import { recycleRows, NO_ROWS } from "./recycle-rows";

const KEYS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

const answers = fc.array(
  fc.record({
    query: fc.constantFrom("", "x", "xy"),
    inSight: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test("each item keeps its own row, and only a new query reuses rows", () => {
  fc.assert(
    fc.property(answers, (all) => {
      let before = NO_ROWS;
      for (const { query, inSight } of all) {
        const now = recycleRows(before, inSight, query);
        const [stay, come] = [
          inSight.filter((key) => before.rowOf.has(key)),
          inSight.filter((key) => !before.rowOf.has(key)),
        ];
        const rowsThen = stay.map((key) => before.rowOf.get(key));
        expect(stay.map((key) => now.rowOf.get(key))).toEqual(rowsThen);
        expect(new Set(now.rowOf.keys())).toEqual(new Set(inSight));
        expect(new Set(now.rowOf.values()).size).toBe(inSight.length);
        const free = query === before.query ? 0 : before.rowOf.size - stay.length;
        expect([...now.rowOf.values()].filter((row) => row >= before.count)).toHaveLength(
          Math.max(0, come.length - free),
        );
        expect(recycleRows(now, inSight, query)).toBe(now);
        before = now;
      }
    }),
  );
});

test("an item that appears twice for a moment, as when it moves to another shelf during a read, settles", () => {
  const now = recycleRows(NO_ROWS, ["a", "b", "a"], "");
  expect(recycleRows(now, ["a", "b", "a"], "")).toBe(now);
});
