import { stripBidi } from "@shelv/public-page/text/strip-bidi";

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const ISOLATE = "\u2068";
const ISOLATE_END = "\u2069";

/**
 * An owner's text must not reorder the app's text around it. In elements use `<bdi>`; `dir="auto"` is for
 * those with only the owner's text.
 */
export function isolateBidi(text: string): string {
  const plain = stripBidi(text);
  return RIGHT_TO_LEFT.test(plain) ? `${ISOLATE}${plain}${ISOLATE_END}` : plain;
}
