import { converter, formatHex, modeHsl, modeRgb, useMode as define } from "culori/fn";

define(modeRgb);
define(modeHsl);
const toHsl = converter("hsl");

/** Hue in whole degrees (0 to 359), the others in whole percent. */
export type Hsl = { hue: number; saturation: number; lightness: number };

export function hslOf(hex: string, hueOfGrey = 0): Hsl | null {
  const color = /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(hex) ? toHsl(hex) : undefined;
  if (!color) return null;
  return {
    hue: Math.round(color.h ?? hueOfGrey) % 360,
    saturation: Math.round(color.s * 100),
    lightness: Math.round(color.l * 100),
  };
}

export const hexOf = ({ hue, saturation, lightness }: Hsl): string =>
  formatHex({ mode: "hsl", h: hue, s: saturation / 100, l: lightness / 100 }).toUpperCase();
