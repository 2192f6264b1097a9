import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hueOfName, initials } from "./initials.ts";

describe("initials", () => {
  test.each([
    ["Mira Lindqvist", "ML"],
    ["mira", "M"],
    ["  ada   king   lovelace ", "AK"],
    ["émile zola", "ÉZ"],
    ["👩‍🚀 Sally", "👩‍🚀S"],
    ["ada_lovelace", "A"],
    ['"Ada" (the) Great', "AT"],
    ["- Dash", "D"],
    ["\u202Eevil twin", "ET"],
    ["🇸🇪 Sven", "🇸🇪S"],
    ["!? ...", "!."],
    ["", ""],
  ])("of %j are %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test("are at most two characters, whatever the name", () => {
    const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (name) => {
        expect([...characters.segment(initials(name))].length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

test("a name always has the same hue, between 0 and 359", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const hue = hueOfName(name);
      expect(hue).toBe(hueOfName(name));
      expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true);
    }),
  );
});
