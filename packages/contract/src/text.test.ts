import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { optionalText, requiredText } from "./text.ts";

const optional = optionalText(5);
const required = requiredText(5, "Name is required", "Name is too long");
const messageOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0]?.message ?? null;

const CONTROL = Array.from({ length: 32 }, (_, code) => code).concat(127);
const SHOWN = new Set([9, 10, 13]);

describe("control characters", () => {
  test.each(CONTROL.filter((code) => !SHOWN.has(code)))("code %i is refused", (code) => {
    expect(messageOf(optional, `a${String.fromCharCode(code)}b`)).toBe("Must not contain control characters");
    expect(messageOf(required, `a${String.fromCharCode(code)}b`)).toBe("Must not contain control characters");
  });

  test.each([...SHOWN])("code %i, a tab or a line break, stays", (code) => {
    const text = `a${String.fromCharCode(code)}b`;
    expect(v.parse(optional, text)).toBe(text);
  });
});

test.each(["\uD800", "a\uDFFFb", "\uDE00\uD83D"])("half of a character is refused: %j", (text) => {
  expect([messageOf(optional, text), messageOf(required, text)]).toEqual(Array(2).fill("Must not contain halves of characters"));
  expect([messageOf(optional, "😀"), messageOf(required, "😀")]).toEqual([null, null]);
});

test.each([["", null], ["  ", null], ["12345", null], [" 12345 ", null], ["123456", "Must be at most 5 characters"]])(
  "an optional text of at most 5: %j is refused with %j", (text, message) => expect(messageOf(optional, text)).toBe(message),
);

test.each<[unknown, string | null]>([
  ["", "Name is required"], ["  \n", "Name is required"], [undefined, "Name is required"], ["\u200B\u2060", "Name is required"], ["\u3164\u2800", "Name is required"],
  ["a", null], ["👩\u200D🚀", null], [" 12345 ", null], ["123456", "Name is too long"],
])("a required text of at most 5: %j is refused with %j", (text, message) => expect(messageOf(required, text)).toBe(message));

test("both are kept without the blanks around them", () => {
  expect([v.parse(optional, " a b "), v.parse(required, "\ta\n")]).toEqual(["a b", "a"]);
});
