import { graphemesOf } from "@shelv/contract/values/graphemes";

export function firstGrapheme(text: string): string {
  if (text.length <= ((text.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1)) return text;
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(1))) return text.charAt(0);
  for (const { segment } of graphemesOf(text)) return segment;
  return "";
}

/**
 * One character by itself: above the controls, two of which can form one character, and below the first
 * combining mark.
 */
const isPlain = (unit: number) => unit >= 0x20 && unit < 0x03_00;
