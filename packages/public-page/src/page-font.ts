/**
 * Inter, where the owner chose it: from our own server, only the letters that a page has, and never waited for. Until it is
 * there, a face of the device stands in, stretched to Inter's measures, so that nothing moves when it comes.
 */

/** The parts of the font by what they hold. An address names its bytes: the first twelve digits of their SHA-256. */
export const PAGE_FONTS = [
  {
    path: "/media/fonts/inter-3100e775e861.woff2", subset: "latin",
    range: "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  },
  {
    path: "/media/fonts/inter-34b9c504cab7.woff2", subset: "latin-ext",
    range: "U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  },
] as const;

const faces = PAGE_FONTS.map(({ path, range }) =>
  `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(${path}) format("woff2");unicode-range:${range}}`);

export const INTER_CSS = `${faces.join("")}@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans"),local("Helvetica Neue");size-adjust:107.06%;ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%}`;
