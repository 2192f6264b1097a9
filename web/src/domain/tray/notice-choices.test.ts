import { itemRow } from "@shelv/contract/testing/rows";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { expect, test } from "vitest";
import { noticeChoices, shortenBoth } from "./notice-choices";

const notice = { id: "n", table: "items", rowId: "i", kept: null, at: "2026-01-01T00:00:00.000Z" };
const item = itemRow({ id: "i", shelfId: "s", title: "Teapot from Yixing clay", picture: "b".repeat(64) });
const open = { restore: [], dismiss: [] };

test("both values of a title are named, the present one from the row", () => {
  const named = noticeChoices({
    ...open,
    notice: { ...notice, field: "title", lost: "Yixing teapot, 200 ml", kept: "An older title" },
    row: item,
  });
  expect([named?.lost, named?.now]).toEqual([
    { text: "Yixing teapot, 200 ml", whole: null, color: null },
    { text: "Teapot from Yixing clay", whole: null, color: null },
  ]);
});

test("a long value is shortened, and its whole text stays", () => {
  const long = "A teapot that a potter in Yixing made from purple clay";
  const named = noticeChoices({
    ...open,
    notice: { ...notice, field: "description", lost: long },
    row: item,
  });
  expect(named?.lost).toEqual({ text: "A teapot that a potter in Y…", whole: long, color: null });
  expect(named?.now).toEqual({ text: "", whole: null, color: null });
});

test("a colour has a swatch, a picture its name, and several choices of the look their labels", () => {
  const appearance = { ...FIRST_SINGLES.appearance, primaryColor: "#0066FF" };
  const singles = { ...notice, table: "singles", rowId: "appearance" };
  const color = noticeChoices({
    ...open,
    notice: { ...singles, field: "primaryColor", lost: "#EA580C" },
    row: appearance,
  });
  expect(color?.lost).toEqual({ text: "#EA580C", whole: null, color: "#EA580C" });

  const lostPicture = { picture: "a".repeat(64), cutout: "c".repeat(64), showsCutout: true };
  const picture = noticeChoices({
    ...open,
    notice: { ...notice, field: "picture", lost: lostPicture.picture },
    row: item,
    lostPicture,
  });
  expect([picture?.lost.picture, picture?.now.picture]).toEqual(["c".repeat(64), "b".repeat(64)]);

  const look = noticeChoices({
    ...open,
    notice: { ...singles, field: "look", lost: { fontFamily: "Serif", primaryColor: "#EA580C" } },
    row: appearance,
  });
  expect(look?.lost).toEqual({
    text: "Serif, #EA580C",
    whole: "Font: Serif, Primary color: #EA580C",
    color: "#EA580C",
  });
});

test("a deleted category is not one of two values", () => {
  const gone = { ...notice, field: "categoryIds", lost: { id: "c", name: "Vinyl" } };
  expect(noticeChoices({ ...open, notice: gone, row: item })).toBeNull();
});

test("two long values with the same beginning are shortened to where they differ", () => {
  const same = "Handmade in Kyoto by a family of potters";
  expect(shortenBoth(`${same}, 200 ml`, `${same} since 1890`)).toEqual([
    "…potters, 200 ml",
    "…potters since 1890",
  ]);
  expect(shortenBoth(same, `${same}, 200 ml`)).toEqual(["…potters", "…potters, 200 ml"]);
  expect(shortenBoth("Tea", "Coffee")).toEqual(["Tea", "Coffee"]);
  expect(shortenBoth("Tea\n pot", "👩‍👩‍👧".repeat(30))).toEqual(["Tea pot", `${"👩‍👩‍👧".repeat(27)}…`]);
});
