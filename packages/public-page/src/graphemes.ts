import { graphemesOf } from "@shelv/contract/graphemes";

/** Empty of an empty text. */
export function firstGrapheme(text: string): string {
  // Most emoji are one code point or none, and most names begin with two plain letters: only the others have to be asked about.
  if (text.length <= ((text.codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1)) return text;
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(1))) return text.charAt(0);
  for (const { segment } of graphemesOf(text)) return segment;
  return "";
}

/** Above the controls, of which two may make one character, and below the first mark that is set upon a letter. */
const isPlain = (unit: number) => unit >= 0x20 && unit < 0x03_00;
