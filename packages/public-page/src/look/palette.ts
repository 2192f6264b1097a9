/**
 * A palette from the owner's one colour, in OKLCH, where equal steps look equal. The hue is the owner's, the
 * lightness the room's; text is moved until it is readable (WCAG AA).
 */
import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from "culori/fn";

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklch);
const toOklch = converter("oklch");

export const READABLE = 4.5;

export type Room = "light" | "dark";

/** Colours as six-digit hex. */
export type Palette = {
  wall: string;
  wallLow: string;
  wallFar: string;
  ink: string;
  inkSoft: string;
  accent: string;
  accentInk: string;
  tints: string[];
};

const ROOMS = {
  light: {
    wall: 0.945,
    low: 0.92,
    far: 0.9,
    ink: 0.29,
    soft: 0.46,
    tint: 0.89,
    mostChroma: 0.05,
    accentStep: -0.02,
  },
  dark: {
    wall: 0.25,
    low: 0.21,
    far: 0.32,
    ink: 0.95,
    soft: 0.8,
    tint: 0.82,
    mostChroma: 0.045,
    accentStep: 0.02,
  },
} as const;

/**
 * One family for a page's things: the owner's hue, light and deep, its neighbours, sand, and little of the
 * opposite hue. `l` is added to the room's lightness.
 */
const tintsOf = (hue: number, chroma: number): { l: number; c: number; h: number }[] => [
  { l: 0, c: chroma, h: hue },
  { l: 0, c: chroma * 0.9, h: hue + 32 },
  { l: 0.02, c: chroma * 0.9, h: hue - 32 },
  { l: -0.07, c: chroma, h: hue },
  { l: 0.04, c: 0.022, h: 72 },
  { l: 0, c: chroma * 0.55, h: hue + 180 },
];

export const PLANKS: Record<Room, string[]> = { light: ["#f0d9b5", "#c59a68"], dark: ["#5c422c", "#1c110a"] };

/** One page needs the same colours up to five times, for its walls, the browser's bars and its picture. */
const lately = new Map<string, Palette>();
const LATELY_MAX = 16;

/** `primary`: 3 or 6 hex digits. Text is readable on the walls, or on other `grounds`. */
export function paletteOf(primary: string, room: Room, grounds?: string[]): Palette {
  const key = [primary, room, ...(grounds ?? [])].join();
  const palette = lately.get(key) ?? newPalette(primary, room, grounds);
  if (lately.size === LATELY_MAX) lately.clear();
  lately.set(key, palette);
  return palette;
}

function newPalette(primary: string, room: Room, grounds?: string[]): Palette {
  const { l, c, h = 80 } = toOklch(primary) ?? { l: 0.5, c: 0, h: 80 };
  const is = ROOMS[room];
  const tinge = Math.min(c * 0.3, is.mostChroma);
  const wall = hex(is.wall, tinge, h);
  const wallLow = hex(is.low, tinge * 1.1, h);
  const wallFar = hex(is.far, Math.min(c, 0.09), h + 35);
  const behind = grounds ?? [wall, wallLow, wallFar];
  const accent = readable({ l, c, h }, behind, is.accentStep);
  return {
    wall,
    wallLow,
    wallFar,
    ink: readable({ l: is.ink, c: Math.min(c, 0.03), h }, behind, is.accentStep),
    inkSoft: readable({ l: is.soft, c: Math.min(c, 0.035), h }, behind, is.accentStep),
    accent,
    accentInk: wcagContrast(accent, "#ffffff") >= READABLE ? "#ffffff" : "#16110c",
    tints: tintsOf(h, Math.min(c, 0.055)).map((tint) => hex(is.tint + tint.l, tint.c, tint.h)),
  };
}

/** `--shelv-hue` in styles/shelf/object.css. */
export function objectHue(tint: string): string {
  const { l, c, h = 0 } = toOklch(tint) ?? { l: 0.8, c: 0 };
  return hex(l - 0.2, c * 2.2, h);
}

function readable({ l, c, h }: Omit<Oklch, "mode">, grounds: string[], step: number): string {
  for (let at = l; at > 0 && at < 1; at += step) {
    const colour = hex(at, c, h ?? 0);
    if (grounds.every((ground) => wcagContrast(colour, ground) >= READABLE)) return colour;
  }
  return step < 0 ? "#000000" : "#ffffff";
}

const hex = (l: number, c: number, h: number): string =>
  formatHex(clampChroma({ mode: "oklch", l, c, h: (h + 360) % 360 }, "oklch"));
