import { wcagContrast } from "culori";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { paletteOf, PLANKS, READABLE, type Room } from "./palette.ts";

const hexColor = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`),
  fc.integer({ min: 0, max: 0xfff }).map((n) => `#${n.toString(16).padStart(3, "0")}`),
);

test.each<Room>(["light", "dark"])("Whatever colour an owner picks, everything in a %s room can be read", (room) => {
  fc.assert(fc.property(hexColor, (primary) => {
    const { wall, wallLow, wallFar, ink, inkSoft, accent, accentInk, tints } = paletteOf(primary, room);
    for (const ground of [wall, wallLow, wallFar]) {
      for (const text of [ink, inkSoft, accent]) expect(wcagContrast(text, ground)).toBeGreaterThanOrEqual(READABLE);
    }
    const onWood = paletteOf(primary, room, PLANKS[room]);
    for (const plank of PLANKS[room]) {
      for (const text of [onWood.ink, onWood.inkSoft, onWood.accent]) expect(wcagContrast(text, plank)).toBeGreaterThanOrEqual(READABLE);
    }
    expect(wcagContrast(onWood.accentInk, onWood.accent)).toBeGreaterThanOrEqual(READABLE);
    expect(wcagContrast(accentInk, accent)).toBeGreaterThanOrEqual(READABLE);
    for (const colour of [wall, wallLow, wallFar, ink, inkSoft, accent, accentInk, ...tints]) expect(colour).toMatch(/^#[\da-f]{6}$/);
  }), { numRuns: 500 });
});

test("The accent is the owner's own colour where that can be read, and two colours make two rooms", () => {
  expect(paletteOf("#0052cc", "light").accent).toBe("#0052cc");
  expect(paletteOf("#EA580C", "light").wall).not.toBe(paletteOf("#0066FF", "light").wall);
});
