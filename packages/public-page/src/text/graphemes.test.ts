import { graphemesOf } from "@shelv/contract/values/graphemes";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { firstGrapheme } from "./graphemes.ts";

test.each([
  ["", ""],
  ["a", "a"],
  ["Ada", "A"],
  ["É", "É"],
  ["E\u0301mile", "E\u0301"],
  ["\r\nx", "\r\n"],
  ["📚", "📚"],
  ["👩‍🚀 Sally", "👩‍🚀"],
  ["☕️ and", "☕️"],
  ["🇩🇰🇸🇪", "🇩🇰"],
])("the first character of %j is %j", (text, first) => {
  expect(firstGrapheme(text)).toBe(first);
});

test("the shortcut for plain text agrees with the segmenter", () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x03_6f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("\u200D", "\uFE0F", "📚", "☕", "👩"),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 4 }), (text) => {
      expect(firstGrapheme(text)).toBe([...graphemesOf(text)][0]?.segment ?? "");
    }),
    { numRuns: 2000 },
  );
});
