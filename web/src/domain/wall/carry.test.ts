import { itemRow } from "@shelv/contract/testing/rows";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Carry, idsWith, placeIn, shiftsOn } from "./carry";

const onBoard = (carry: Carry, shelfId: string, ids: string) =>
  idsWith(carry, shelfId, ids.split("")).join("");

const carrying = (id: string, from: string, to: Carry["to"], isHeld = true): Carry => ({
  item: itemRow({ id, shelfId: from }),
  from: { shelfId: from, at: 0 },
  to,
  by: "pointer",
  hadFocus: false,
  isHeld,
  isOverBin: false,
});

test("a held thing keeps its old place, even once another device has deleted or moved it", () => {
  const held = carrying("b", "attic", { shelfId: "cellar", at: 0 });
  expect(onBoard(held, "attic", "abc")).toBe("abc");
  expect(onBoard(held, "attic", "ac"), "deleted").toBe("acb");
  expect(onBoard(held, "cellar", "xy")).toBe("xy");
});

test("a thing that is put down stands in its new place and on its new shelf", () => {
  const put = carrying("b", "attic", { shelfId: "cellar", at: 1 }, false);
  expect(onBoard(put, "attic", "abc")).toBe("ac");
  expect(onBoard(put, "cellar", "xy")).toBe("xby");
  expect(onBoard(carrying("b", "attic", { shelfId: "attic", at: 2 }, false), "attic", "abc")).toBe("acb");
});

test("a thing over the bin leaves no gap", () => {
  const held = { ...carrying("b", "attic", { shelfId: "cellar", at: 1 }), isOverBin: true };
  const shifts = (shelfId: string, ids: string) =>
    ids.split("").map((_, at) => shiftsOn(held, shelfId, ids.split(""))(at));
  expect(shifts("attic", "abc")).toEqual([0, 0, -1]);
  expect(shifts("cellar", "xyz")).toEqual([0, 0, 0]);
});

test("a thing that is put down where it was changes nothing, whatever came before it meanwhile", () => {
  const put = carrying("b", "attic", { shelfId: "attic", at: 0 }, false);
  expect(onBoard(put, "attic", "nab")).toBe("nab");
});

test("a board opens a gap where the thing would be put down, and closes the one that it left", () => {
  const shifts = (carry: Carry, shelfId: string, ids: string) =>
    `${ids}+`.split("").map((_, at) => shiftsOn(carry, shelfId, ids.split(""))(at));
  expect(shifts(carrying("b", "attic", { shelfId: "cellar", at: 1 }), "attic", "abcd")).toEqual([
    0, 0, -1, -1, -1,
  ]);
  expect(shifts(carrying("b", "attic", { shelfId: "cellar", at: 1 }), "cellar", "xyz")).toEqual([0, 1, 1, 1]);
  expect(shifts(carrying("b", "attic", { shelfId: "attic", at: 0 }), "attic", "abcd")).toEqual([
    1, 1, 0, 0, 0,
  ]);
  expect(shifts(carrying("b", "attic", { shelfId: "attic", at: 3 }), "attic", "abcd")).toEqual([
    0, 0, -1, -1, 0,
  ]);
  expect(shifts(carrying("b", "attic", { shelfId: "attic", at: 3 }, false), "attic", "abcd")).toEqual([
    0, 0, 0, 0, 0,
  ]);
});

test("while a thing is held, each other one is drawn where it stands after the thing is put down", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 9 }),
      fc.nat({ max: 9 }),
      fc.nat({ max: 9 }),
      fc.boolean(),
      (count, from, to, isSame) => {
        const own = "abcdefghij".slice(0, count + 1);
        const id = own[from % own.length] as string;
        const ids = isSame ? own : "qrstuvwxyz".slice(0, count);
        const shelfId = isSame ? "attic" : "cellar";
        const others = ids.split("").filter((other) => other !== id).length;
        const held = {
          ...carrying(id, "attic", { shelfId, at: Math.min(to, others) }),
          from: { shelfId: "attic", at: own.indexOf(id) },
        };
        const shift = shiftsOn(held, shelfId, ids.split(""));
        const drawn = ids.split("").map((other, at) => [other, at + shift(at)]);
        const after = idsWith({ ...held, isHeld: false }, shelfId, ids.split("")).map((other, at) => [
          other,
          at,
        ]);
        expect(drawn.filter(([other]) => other !== id)).toEqual(after.filter(([other]) => other !== id));
      },
    ),
  );
});

test.each([
  ["left of the first thing", -500, 0],
  ["over the first thing", 60, 0],
  ["nearer to the second", 140, 1],
  ["far beyond the last", 5000, 3],
])("a point %s", (_, px, place) => {
  expect(placeIn({ firstPx: 14, stepPx: 126, facePx: 116, count: 3 }, px)).toBe(place);
});

test("an empty row has one place", () => {
  expect(placeIn({ firstPx: 14, stepPx: Number.NaN, facePx: 116, count: 0 }, 300)).toBe(0);
});
