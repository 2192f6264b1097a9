import { position as positionSchema } from "@shelv/contract/values/position";
import * as fc from "fast-check";
import { generateNKeysBetween } from "fractional-indexing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { inOrder, positionAtEnd, positionsAt } from "./placing.ts";

type Placed = { id: string; position: string };
const ids = (rows: readonly Placed[]) => rows.map(({ id }) => id);
const isValid = (position: string) => v.safeParse(positionSchema, position).success;

function applied(rows: readonly Placed[], moves: readonly Placed[]): Placed[] {
  const moved = new Map(moves.map((row) => [row.id, row]));
  const kept = rows.filter(({ id }) => !moved.has(id));
  return inOrder([...kept, ...moved.values()]);
}

test.each<[string, Placed[], string[]]>([
  [
    "by position",
    [
      { id: "a", position: "a1" },
      { id: "b", position: "a0" },
    ],
    ["b", "a"],
  ],
  [
    "by id where positions are the same",
    [
      { id: "b", position: "a0" },
      { id: "a", position: "a0" },
    ],
    ["a", "b"],
  ],
  [
    "by bytes, so that capitals come first",
    [
      { id: "a", position: "a0" },
      { id: "b", position: "Zz" },
    ],
    ["b", "a"],
  ],
  ["not at all where there are none", [], []],
])("rows are ordered %s", (_, rows, expected) => expect(ids(inOrder(rows))).toEqual(expected));

test("the end is after every row, and the first position when there is none", () => {
  expect(positionAtEnd([])).toBe("a0");
  expect(
    positionAtEnd([
      { id: "a", position: "a5" },
      { id: "b", position: "a3" },
    ]) > "a5",
  ).toBe(true);
});

const siblings = fc.array(fc.nat({ max: 5 }), { maxLength: 8 }).map((places) => {
  const keys = generateNKeysBetween(null, null, 6);
  return places.map((place, at): Placed => ({ id: `r${at}`, position: keys[place] as string }));
});

describe("a dropped row", () => {
  test("lands exactly where it was dropped, ties or not, and the others keep their order", () => {
    fc.assert(
      fc.property(siblings, fc.nat({ max: 9 }), fc.nat({ max: 10 }), (rows, pick, place) => {
        const id = `r${pick}`;
        const others = ids(inOrder(rows)).filter((other) => other !== id);
        const moves = positionsAt(rows, id, place);
        const after = ids(applied(rows, moves));
        expect(after).toEqual([...others.slice(0, place), id, ...others.slice(place)]);
        expect(moves[0]?.id).toBe(id);
        expect(moves.filter(({ position }) => !isValid(position))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test("is the only one to move where no positions are shared", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat({ max: 7 }),
        fc.nat({ max: 8 }),
        (count, pick, place) => {
          const rows = generateNKeysBetween(null, null, count).map((position, at) => ({
            id: `r${at}`,
            position,
          }));
          expect(ids(positionsAt(rows, `r${pick % count}`, place))).toEqual([`r${pick % count}`]);
        },
      ),
    );
  });

  test("never gets a long position, however often rows are dropped into one gap, and few others move", () => {
    let rows: Placed[] = generateNKeysBetween(null, null, 200).map((position, at) => ({
      id: `r${at}`,
      position,
    }));
    let changes = 0;
    for (let drop = 0; drop < 3000; drop += 1) {
      const moves = positionsAt(rows, `r${198 + (drop % 2)}`, 1);
      changes += moves.length;
      rows = applied(rows, moves);
      expect(rows[1]?.id).toBe(`r${198 + (drop % 2)}`);
      expect(Math.max(...moves.map(({ position }) => position.length))).toBeLessThanOrEqual(50);
    }
    expect(changes).toBeLessThan(3000 * 1.2);
    expect(rows.slice(3).map(({ id }) => id)).toEqual(Array.from({ length: 197 }, (_, at) => `r${at + 1}`));
  });

  test("can be dropped again and again", () => {
    const drops = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 7 })), { maxLength: 60 });
    fc.assert(
      fc.property(siblings, drops, (start, moves) => {
        let rows = start;
        for (const [pick, place] of moves) {
          const id = `r${pick}`;
          const expected = ids(inOrder(rows)).filter((other) => other !== id);
          expected.splice(place, 0, id);
          rows = applied(rows, positionsAt(rows, id, place));
          expect(ids(rows)).toEqual(expected);
        }
        expect(rows.every(({ position }) => isValid(position))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

test("the contract accepts exactly those positions that a row can be placed before and after", () => {
  const near = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9]{1,6}$/),
    fc.stringMatching(/^[YZab][0Vz]{1,5}$/),
    fc.constantFrom(`A${"0".repeat(26)}`, `A${"0".repeat(25)}1`, `z${"z".repeat(26)}`),
  );
  fc.assert(
    fc.property(near, (position) => {
      const row = [{ id: "a", position }];
      const canBeNeighbour = () => {
        try {
          return positionsAt(row, "b", 0).length + positionsAt(row, "b", 1).length === 2;
        } catch {
          return false;
        }
      };
      expect(isValid(position)).toBe(canBeNeighbour());
    }),
    { numRuns: 1000 },
  );
});
