/** Characters as people count them: an emoji of several parts is one. */

let segmenter: Intl.Segmenter | undefined;

// Created on first use: loading a browser's tables takes as long as rendering a short page.
export const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);

export function graphemeCount(text: string, enough = Infinity): number {
  if (/^[\n\u0020-\u007E]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) {
    count += 1;
    if (count >= enough) break;
  }
  return count;
}
