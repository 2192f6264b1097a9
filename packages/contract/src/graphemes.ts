/** Texts as people count them: an emoji of several parts or a letter with its accents is one character. */

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text, one by one. */
// Not before a text needs it: a browser that makes one reads its tables first, for as long as a short page takes to draw.
export const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);

/** Characters are counted up to `enough`, since a longer text is too long however long it is. */
export function graphemeCount(text: string, enough = Infinity): number {
  if (/^[\n\u0020-\u007E]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) {
    count += 1;
    if (count >= enough) break;
  }
  return count;
}
