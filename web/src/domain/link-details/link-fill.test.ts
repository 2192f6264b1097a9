import { expect, test } from "vitest";
import { fillEmpty, NO_FILL, takeBack, untouchedFields } from "./link-fill";

const EMPTY = { title: "", description: "", price: "", picture: null };
const PAN = { title: "Iron pan", description: "Heavy", price: "$19.99", picture: null };

test("only empty fields are filled: typed text wins, and blanks count as empty", () => {
  const form = { ...EMPTY, title: "My pan", price: "  " };
  expect(fillEmpty(form, PAN)).toEqual({
    values: { description: "Heavy", price: "$19.99" },
    before: { description: "", price: "  " },
  });
});

test("a page without details fills nothing", () => {
  expect(fillEmpty(EMPTY, { title: "", picture: null })).toEqual(NO_FILL);
});

test("a picture that arrives after the texts belongs to the same fill", () => {
  const texts = fillEmpty(EMPTY, PAN);
  const form = { ...EMPTY, ...texts.values };
  const whole = fillEmpty(form, { picture: "abc" }, texts);
  expect(takeBack({ ...form, picture: "abc" }, whole)).toEqual(EMPTY);
});

test("a placeholder is replaced by the page's title, and Undo leads back to before it", () => {
  const placeholder = fillEmpty(EMPTY, { title: "example.com" });
  const form = { ...EMPTY, title: "example.com" };
  const filled = fillEmpty(form, PAN, placeholder);
  expect(filled.values.title).toBe("Iron pan");
  expect(takeBack({ ...EMPTY, ...filled.values }, filled).title).toBe("");
});

test("Undo leaves a filled field that the owner has changed", () => {
  const fill = fillEmpty(EMPTY, PAN);
  const form = { ...EMPTY, ...fill.values, title: "My iron pan" };
  expect(untouchedFields(form, fill)).toEqual(["description", "price"]);
  expect(takeBack(form, fill)).toEqual({ description: "", price: "" });
});
