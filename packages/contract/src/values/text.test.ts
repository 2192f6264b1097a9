import * as v from "valibot";
import { describe, expect, test } from "vitest";
import names from "#cases/names.json" with { type: "json" };
import { itemFields } from "#rows/item";
import { displayName, location } from "#rows/profile";
import { optionalLine, optionalText, requiredLine, withoutHiddenMarks } from "./text.ts";

const optional = optionalText(5);
const required = requiredLine(5, "Name is required", "Name is too long");
const messageOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.[0]?.message ?? null;

const CONTROL = Array.from({ length: 32 }, (_, code) => code).concat(127);
const SHOWN = new Set([9, 10, 13]);

describe("control characters", () => {
  test.each(CONTROL.filter((code) => !SHOWN.has(code)))("code %i is rejected", (code) => {
    expect(messageOf(optional, `a${String.fromCharCode(code)}b`)).toBe("Must not contain control characters");
    expect(messageOf(required, `a${String.fromCharCode(code)}b`)).toBe("Must not contain control characters");
  });

  test.each([...SHOWN])(
    "code %i, a tab or a line break, stays in a text and becomes a space in a line",
    (code) => {
      const text = `a${String.fromCharCode(code)}b`;
      expect(v.parse(optional, text)).toBe(text);
      expect([v.parse(required, text), v.parse(optionalLine(5), text)]).toEqual(["a b", "a b"]);
    },
  );
});

test.each(["\uD800", "a\uDFFFb", "\uDE00\uD83D"])("half of a surrogate pair is rejected: %j", (text) => {
  expect([messageOf(optional, text), messageOf(required, text)]).toEqual(
    Array(2).fill("Must not contain halves of characters"),
  );
  expect([messageOf(optional, "😀"), messageOf(required, "😀")]).toEqual([null, null]);
});

test.each([
  ["", null],
  ["  ", null],
  ["12345", null],
  [" 12345 ", null],
  ["123456", "Must be at most 5 characters"],
])("an optional text of at most 5: %j is rejected with %j", (text, message) =>
  expect(messageOf(optional, text)).toBe(message),
);

test.each<[unknown, string | null]>([
  ["", "Name is required"],
  ["  \n", "Name is required"],
  [undefined, "Name is required"],
  ["\u200B\u2060", "Name is required"],
  ["\u3164\u2800", "Name is required"],
  ["a", null],
  ["👩\u200D🚀", null],
  [" 12345 ", null],
  ["123456", "Name is too long"],
])("a required text of at most 5: %j is rejected with %j", (text, message) =>
  expect(messageOf(required, text)).toBe(message),
);

test("an optional and a required text are trimmed", () => {
  expect([v.parse(optional, " a b "), v.parse(required, "\ta\n")]).toEqual(["a b", "a"]);
});

test.each([
  ["Line one\nLine two", "Line one Line two"],
  ["Line one \r\n\r\n  Line two", "Line one Line two"],
  ["One\u2028two", "One two"],
  ["\n One\ttwo \n", "One two"],
  ["One  two", "One  two"],
])("a title of several lines becomes one line: %j is %j", (typed, line) => {
  expect(v.parse(requiredLine(50, "Title is required"), typed)).toBe(line);
});

const ASTRONAUT = "👩🏽\u200D🚀";
const FAMILY = "👨\u200D👩\u200D👧\u200D👦";
const SCOTLAND = "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}";

test.each([
  [ASTRONAUT.repeat(5), null],
  [FAMILY.repeat(5), null],
  [SCOTLAND.repeat(5), null],
  ["e\u0301".repeat(5), null],
  ["🇩🇪".repeat(5), null],
  ["한글입니다", null],
  ["நிநிநிநிநி", null],
  [ASTRONAUT.repeat(6), "Must be at most 5 characters"],
  ["e\u0301".repeat(6), "Must be at most 5 characters"],
  ["abcdef", "Must be at most 5 characters"],
])("length counts characters as people do: %j of at most 5 is rejected with %j", (text, message) => {
  expect([messageOf(optional, text), messageOf(optionalLine(5), text)]).toEqual([message, message]);
});

test("one character with thousands of accents is rejected, and so is a text that needs too many bytes", () => {
  const heavy = "Some characters here are too complex. Please shorten this";
  expect(messageOf(optional, `e${"\u0301".repeat(3000)}`)).toBe(heavy);
  expect(messageOf(optionalText(1000), `e${"\u0301".repeat(20)}`.repeat(300))).toBe(heavy);
  expect(messageOf(optionalText(1000), ASTRONAUT.repeat(800))).toBeNull();
});

test.each([
  ["a\u200Bb", "ab"],
  ["\u202Aa\u202C", "a"],
  ["spring\u00ADsale", "springsale"],
  ["\uFEFFa\u2060", "a"],
  ["a\u200Db", "ab"],
  ["a\uFE0Fb", "ab"],
  ["می\u200Cخ\u200Cواهم", "می\u200Cخ\u200Cواهم"],
  [ASTRONAUT, ASTRONAUT],
  ["❤\uFE0F", "❤\uFE0F"],
  [SCOTLAND, SCOTLAND],
  ["plain", "plain"],
  ["字\u200B", "字"],
  ["字\u200D", "字"],
])("the visible part of %j is %j", (text, seen) => expect(withoutHiddenMarks(text)).toBe(seen));

test("known names with few characters and many parts are accepted, and a shared title is one line", () => {
  const { "eight characters, refused as more than 50": astronauts, "a shared title": title } = names;
  expect([
    v.parse(displayName, astronauts),
    v.parse(location, astronauts),
    v.parse(itemFields.entries.title, title),
  ]).toEqual([astronauts, astronauts, "Line one Line two"]);
  expect(messageOf(displayName, ASTRONAUT.repeat(51))).toBe("Display name must be under 50 characters");
});

test("Long blanks and joiners in a stranger's text do not hold the process that all requests share", () => {
  const blanks = " ".repeat(250_000);
  expect(v.parse(optionalLine(5), `a${blanks}\nb`)).toBe("a b");
  expect(messageOf(optionalLine(5), `a${blanks}b\nc`)).not.toBeNull();
  const joined = "é\u200D".repeat(400_000);
  expect(withoutHiddenMarks(`${joined}é`)).toBe(`${joined}é`);
});
