import { decodeHTML } from "entities";

/** The most that is read of any text of a page. */
export const TEXT_MAX = 20_000;
const ENTITY = /&(?:[a-z]\w{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i;

/**
 * Returns one line without tags and characters that no field takes. Entities that were encoded twice are
 * decoded.
 */
export function cleanText(text: string): string {
  const decoded = ENTITY.test(text) ? decodeHTML(text) : text;
  return (
    withoutTags(ENTITY.test(decoded) ? decodeHTML(decoded) : decoded)
      .toWellFormed()
      .replaceAll("\uFFFD", "")
      // oxlint-disable-next-line no-control-regex -- control characters are what this drops
      .replaceAll(/[\u0000-\u0008\u000E-\u001F\u007F\u200B\uFEFF]/g, "")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

const withoutTags = (text: string) =>
  /<\/?[a-z!]/i.test(text)
    ? text.replaceAll(/<(?:br|\/p|\/li|\/div)[^<>]*>/gi, " ").replaceAll(/<\/?[a-z!][^<>]*>/gi, "")
    : text;

const SEGMENTS = new Intl.Segmenter();

/** Cuts a text after a word, with an ellipsis. `maxLength` counts graphemes. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const letters = [...SEGMENTS.segment(text.slice(0, maxLength * 12))].map(({ segment }) => segment);
  if (letters.length <= maxLength) return letters.join("");
  const cut = letters.slice(0, maxLength - 1).join("");
  const atWord = cut.replace(/\s+\S*$/, "");
  return `${(atWord.length > cut.length / 2 ? atWord : cut).replace(/[\s.,;:–-]+$/, "")}…`;
}
