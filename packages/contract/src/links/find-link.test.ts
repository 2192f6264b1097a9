import { expect, test } from "vitest";
import { findLink, withoutLink } from "./find-link.ts";

const PAN = "https://example.com/pan";

test.each([
  [{ url: PAN, text: "https://other.example", title: "" }, PAN],
  [{ url: "no link", text: `a ${PAN}`, title: "https://other.example" }, PAN],
  [{ url: "", text: "javascript:alert(1)", title: `鍋${PAN}。` }, PAN],
  [{ url: "", text: "example.com/pan", title: "" }, PAN],
  [{ url: "tel:+49301234567", text: "", title: "" }, "tel:+49301234567"],
  [{ url: "", text: "call example.com now", title: "110" }, undefined],
])("the link of %j is %j", (words, url) => expect(findLink(words)?.url).toBe(url));

test.each(["-", " ", "(", "( ", ".", "-.", " .", "https://a%", "https://% "])(
  "many %j cost one pass",
  (piece) => {
    const text = `${piece.repeat(200_000 / piece.length)}x`;
    findLink({ url: text, text, title: text });
    expect(withoutLink(text, { url: PAN, written: PAN }).length).toBeLessThanOrEqual(text.length);
  },
);
