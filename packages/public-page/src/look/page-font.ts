/**
 * Inter comes from our server, with only the needed letters, and never blocks. Until it loads, a local font
 * stretched to its metrics replaces it: nothing moves.
 */

export const PAGE_FONTS = [
  {
    path: "/media/fonts/inter-3100e775e861.woff2",
    subset: "latin",
    range:
      "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  },
  {
    path: "/media/fonts/inter-34b9c504cab7.woff2",
    subset: "latin-ext",
    range:
      "U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  },
] as const;

/** `optional` shows Inter only if it is there at the first paint: bold stand-ins are wider. */
type FontDisplay = "swap" | "optional";

const face = (path: string, display: FontDisplay, more = "") =>
  `@font-face{font-family:Inter;font-weight:100 900;font-display:${display};src:url(${path}) format("woff2")${more}}`;

const [LATIN, EXTENDED] = PAGE_FONTS;
const EXTENDED_LETTERS = new RegExp(
  `[${EXTENDED.range
    .replaceAll(/U\+([\dA-F]+)/g, "\\u{$1}")
    .replaceAll(/-([\dA-F]+)/g, "-\\u{$1}")
    .replaceAll(",", "")}]`,
  "u",
);

/**
 * Each local font has its own name and metrics (in percent of its own): devices skip those that they lack.
 */
const STAND_INS = [
  {
    name: "Inter Fallback",
    local: ["Arial", "Liberation Sans", "Helvetica Neue"],
    size: 107.06,
    ascent: 90.49,
    descent: 22.56,
  },
  { name: "Inter Fallback Roboto", local: ["Roboto"], size: 107.3, ascent: 90.28, descent: 22.48 },
  { name: "Inter Fallback DejaVu", local: ["DejaVu Sans"], size: 94.3, ascent: 102.73, descent: 25.58 },
];

const standIns = STAND_INS.map(
  ({ name, local, size, ascent, descent }) =>
    `@font-face{font-family:"${name}";src:${local.map((font) => `local("${font}")`).join()};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`,
);

/** Both files for a text that needs the second; the ranges decide which one a letter loads. */
export const interCss = (text: string, display: FontDisplay = "swap"): string =>
  [
    ...(EXTENDED_LETTERS.test(text)
      ? PAGE_FONTS.map(({ path, range }) => face(path, display, `;unicode-range:${range}`))
      : [face(LATIN.path, display)]),
    ...standIns,
  ].join("");
