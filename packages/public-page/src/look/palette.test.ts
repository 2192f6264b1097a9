import { converter, filterSaturate, formatHex, interpolate, wcagContrast } from "culori";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import glass from "@shelv/public-page/styles/look/glass.css?inline";
import { initialsGrounds } from "#text/initials";
import { lookVariables } from "#styles/look/look-variables";
import { paletteOf, PLANKS, READABLE, type Room } from "./palette.ts";

const hexColor = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`),
  fc.integer({ min: 0, max: 0xfff }).map((n) => `#${n.toString(16).padStart(3, "0")}`),
);

const READABLE_WHEN_LARGE = 3;

/** A pane of glass.css: this much of the wall over a more saturated backdrop. */
const PANE = {
  wallsShare: Number(/--shelv-pane: ?color-mix\(in srgb, ?var\(--shelv-wall\) (\d+)%/.exec(glass)?.[1]) / 100,
  saturated: filterSaturate(
    Number(/[^-]backdrop-filter: ?blur\(14px\) ?saturate\(([\d.]+)\)/.exec(glass)?.[1]),
    "rgb",
  ),
};
const CARD_INK = lookVariables("light")["card-ink"] ?? "";

test.each<Room>(["light", "dark"])("With any owner's colour, everything in a %s room is readable", (room) => {
  fc.assert(
    fc.property(hexColor, (primary) => {
      const { wall, wallLow, wallFar, ink, inkSoft, accent, accentInk, tints } = paletteOf(primary, room);
      for (const ground of [wall, wallLow, wallFar]) {
        for (const text of [ink, inkSoft, accent])
          expect(wcagContrast(text, ground)).toBeGreaterThanOrEqual(READABLE);
      }
      const onWood = paletteOf(primary, room, PLANKS[room]);
      for (const plank of PLANKS[room]) {
        for (const text of [onWood.ink, onWood.inkSoft, onWood.accent])
          expect(wcagContrast(text, plank)).toBeGreaterThanOrEqual(READABLE);
      }
      expect(wcagContrast(onWood.accentInk, onWood.accent)).toBeGreaterThanOrEqual(READABLE);
      expect(wcagContrast(accentInk, accent)).toBeGreaterThanOrEqual(READABLE);
      for (const colour of [wall, wallLow, wallFar, ink, inkSoft, accent, accentInk, ...tints])
        expect(colour).toMatch(/^#[\da-f]{6}$/);
    }),
    { numRuns: 500 },
  );
});

test.each<Room>(["light", "dark"])(
  "With any owner's colour, everything on a frosted pane and on the cards of a %s room is readable",
  (room) => {
    fc.assert(
      fc.property(hexColor, (primary) => {
        const { wall, wallLow, wallFar, ink, inkSoft, accent, tints } = paletteOf(primary, room);
        // Blur mixes both colours in any ratio; the extremes are the worst cases.
        for (const behind of [wallLow, wallFar]) {
          const pane = formatHex(
            interpolate([PANE.saturated(behind) ?? behind, wall], "rgb")(PANE.wallsShare),
          );
          for (const text of [ink, inkSoft, accent])
            expect([pane, wcagContrast(text, pane)]).toEqual([
              pane,
              expect.toSatisfy((contrast: number) => contrast >= READABLE),
            ]);
        }
        for (const tint of tints) expect(wcagContrast(CARD_INK, tint)).toBeGreaterThanOrEqual(READABLE);
      }),
      { numRuns: 500 },
    );
  },
);

test.each<Room>(["light", "dark"])("What no owner's colour changes is readable in a %s room", (room) => {
  const {
    paper = "",
    "paper-low": paperLow = "",
    "paper-ink": paperInk = "",
    wall = "",
    "wall-low": wallLow = "",
    ...look
  } = lookVariables(room);
  for (const ground of [paper, paperLow])
    expect(wcagContrast(paperInk, ground)).toBeGreaterThanOrEqual(READABLE);
  for (const text of ["ink", "ink-soft", "accent"])
    for (const ground of [wall, wallLow])
      expect(wcagContrast(look[text] ?? "", ground)).toBeGreaterThanOrEqual(READABLE);
  for (let tint = 0; tint < 6; tint += 1)
    expect(wcagContrast(CARD_INK, look[`tint-${tint}`] ?? "")).toBeGreaterThanOrEqual(READABLE);
});

test("Initials are readable at any hue: they are large, and so need less contrast", () => {
  for (let hue = 0; hue < 360; hue += 1)
    for (const ground of Object.values(initialsGrounds(hue)))
      expect(wcagContrast("#fff", ground)).toBeGreaterThanOrEqual(READABLE_WHEN_LARGE);
});

test("The accent is the owner's own colour if that is readable, and two colours give two different walls", () => {
  expect(paletteOf("#0052cc", "light").accent).toBe("#0052cc");
  expect(paletteOf("#EA580C", "light").wall).not.toBe(paletteOf("#0066FF", "light").wall);
});

test("Most things of a page have the owner's hue or one beside it", () => {
  const hueOf = converter("oklch");
  const beside = paletteOf("#2a6f5e", "light").tints.filter((tint) => {
    const turn = Math.abs((hueOf(tint)?.h ?? 0) - (hueOf("#2a6f5e")?.h ?? 0));
    return Math.min(turn, 360 - turn) < 40;
  });
  expect(beside).toHaveLength(4);
});
