import { itemFields } from "@shelv/contract/rows/item";
import { assert, property, string } from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { draftFromShare } from "./draft-from-share";

const PAN = "https://example.com/pan";
const draft = (words: { title?: string; text?: string; url?: string }) => {
  const { title, url, description } = draftFromShare({ title: "", text: "", url: "", ...words });
  return [title, url, description];
};

test.each([
  ["a browser's share", { title: "The pan", url: PAN }, ["The pan", PAN, ""]],
  ["an Android app's, with the link in the text", { title: "The pan", text: PAN }, ["The pan", PAN, ""]],
  ["a link among words", { text: `Look at this pan: ${PAN}.` }, ["Look at this pan", PAN, ""]],
  [
    "a title and words around the link",
    { title: "The pan", text: `Bought it (${PAN}) last year` },
    ["The pan", PAN, "Bought it last year"],
  ],
  [
    "a link with brackets of its own",
    { text: "https://example.com/Pan_(tool)" },
    ["Pan (tool)", "https://example.com/Pan_(tool)", ""],
  ],
  [
    "a link alone",
    { text: "https://www.example.com/pan?x=1" },
    ["Pan", "https://www.example.com/pan?x=1", ""],
  ],
  ["a link right after kana", { text: `良い鍋${PAN}、毎日使う` }, ["良い鍋、毎日使う", PAN, ""]],
  ["a mail address", { title: "Mira", url: "mailto:me@example.com" }, ["Mira", "mailto:me@example.com", ""]],
  ["a link in the title", { title: PAN }, ["Pan", PAN, ""]],
  ["an address without its scheme", { text: "example.com/pan" }, ["Pan", PAN, ""]],
  ["the text repeating the title", { title: "The pan", text: `The pan ${PAN}` }, ["The pan", PAN, ""]],
  ["several lines", { text: `The pan\nI use it daily\n${PAN}` }, ["The pan", PAN, "I use it daily"]],
  ["words alone", { text: "A pan" }, ["A pan", "", ""]],
  ["nothing but a picture", {}, ["", "", ""]],
  ["a link that is not for the web", { url: "javascript:alert(1)", text: "A pan" }, ["A pan", "", ""]],
  [
    "the first of two links",
    { text: `${PAN} and https://example.com/pot` },
    ["and https://example.com/pot", PAN, ""],
  ],
])("%s", (_, words, expected) => {
  expect(draft(words)).toEqual(expected);
});

test("for any share the form accepts the title and the description", () => {
  const words = string({ unit: "binary", maxLength: 3000 });
  assert(
    property(words, words, words, (title, text, url) => {
      const made = draftFromShare({ title, text, url });
      expect(made.title === "" || v.is(itemFields.entries.title, made.title)).toBe(true);
      expect(v.is(itemFields.entries.description, made.description)).toBe(true);
      expect(made.url === "" || v.is(itemFields.entries.url, made.url)).toBe(true);
    }),
  );
});
