import { steady } from "@shelv/public-page/steady";

/** Letters and marks that are written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const ISOLATE = "\u2068";
const ISOLATE_END = "\u2069";

/**
 * What an owner wrote, as it stands in a text of the app's own: it turns nothing around it. Texts that read from left to right stay as
 * they are. Where there are elements, `<bdi>` does the same; `dir="auto"` is for what is the owner's alone.
 */
export function apart(text: string): string {
  const quiet = steady(text);
  return RIGHT_TO_LEFT.test(quiet) ? `${ISOLATE}${quiet}${ISOLATE_END}` : quiet;
}
