import type { Appearance } from "@shelv/contract/rows/appearance";
import { type Palette, paletteOf, PLANKS, type Room } from "./palette.ts";

export function roomVariables(
  { primaryColor, shelfBackground }: Pick<Appearance, "primaryColor" | "shelfBackground">,
  room: Room,
): Record<string, string> {
  if (shelfBackground === "wood") return named(whatIsRead(paletteOf(primaryColor, room, PLANKS[room])));
  const { wall, wallLow, wallFar, tints, ...read } = paletteOf(primaryColor, room);
  const walls = {
    wall,
    "wall-low": wallLow,
    "wall-far": wallFar,
    ...Object.fromEntries(tints.map((tint, at) => [`tint-${at}`, tint])),
  };
  return named({ ...walls, ...whatIsRead(read) });
}

const whatIsRead = ({
  ink,
  inkSoft,
  accent,
  accentInk,
}: Pick<Palette, "ink" | "inkSoft" | "accent" | "accentInk">) => ({
  ink,
  "ink-soft": inkSoft,
  accent,
  "accent-ink": accentInk,
  focus: accent,
});

const named = (colours: Record<string, string>) =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--shelv-${name}`, value]));
