import { inOrder, positionAtEnd, positionsAt } from "@shelv/mutators/placing";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { positionsNear } from "./positions-near";

type Placed = { id: string; position: string };
const ids = (rows: readonly Placed[]) => inOrder(rows).map(({ id }) => id);
const idAt = (at: number) => `r${String(at).padStart(3, "0")}`;

/** `count` positions in order. */
function placesInARow(count: number): string[] {
  let last = positionAtEnd([]);
  return Array.from({ length: count }, () => (last = positionAtEnd([{ id: "", position: last }])));
}

function reading(rows: readonly Placed[]) {
  const asked = { rows: 0 };
  const read = async (wanted: readonly string[]) => {
    asked.rows += wanted.length;
    return rows.filter(({ id }) => wanted.includes(id));
  };
  return { asked, read };
}

test("the nearby rows give the same result as all rows, even if many share a position or leave no room", async () => {
  const keys = placesInARow(400);
  const tight = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    .split("")
    .map((digit) => `${keys[200] ?? ""}${"0".repeat(46)}${digit}`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 399 }), { maxLength: 120 }),
      fc.nat({ max: 60 }),
      fc.nat({ max: 52 }),
      fc.nat({ max: 300 }),
      fc.nat({ max: 300 }),
      async (places, tied, crowded, pick, place) => {
        const positions = [
          ...places.map((at) => keys[at] ?? ""),
          ...Array.from({ length: tied }, () => keys[100] ?? ""),
          ...tight.slice(0, crowded),
        ];
        const rows = positions.map((position, at) => ({ id: idAt(at), position }));
        if (rows.length === 0) return;
        const id = idAt(pick % rows.length);
        const to = place % rows.length;
        expect(await positionsNear(ids(rows), id, to, reading(rows).read)).toEqual(positionsAt(rows, id, to));
      },
    ),
    { numRuns: 500 },
  );
});

test("a drop among thousands reads a few rows", async () => {
  const rows = placesInARow(5000).map((position, at) => ({ id: `r${at}`, position }));
  const { asked, read } = reading(rows);
  expect(await positionsNear(ids(rows), "r10", 2500, read)).toHaveLength(1);
  expect(asked.rows).toBeLessThan(50);
});

test("an outdated list is detected", async () => {
  const rows = placesInARow(9).map((position, at) => ({ id: `r${at}`, position }));
  expect(await positionsNear([...ids(rows), "gone"], "r1", 4, reading(rows).read)).toBeNull();
  expect(await positionsNear(ids(rows).toReversed(), "r1", 4, reading(rows).read)).toBeNull();
});
