import { decodeHTMLStrict } from "entities";

export const TEXT_MAX = 20_000;
const ENTITY = /&(?:[a-z]\w{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i;

/**
 * One line without characters that no field takes. Angle brackets are text: tags are gone before. Decodes
 * entities that were encoded twice.
 */
export function cleanText(text: string): string {
  return (
    withoutEntities(text)
      .toWellFormed()
      .replaceAll("\uFFFD", "")
      // oxlint-disable-next-line no-control-regex -- control characters are what this drops
      .replaceAll(/[\u0000-\u0008\u000E-\u001F\u007F\u200B\uFEFF]/g, "")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

/** Markup has a closing tag or a line break; "Vec<T>" has neither. */
const MARKUP = /<\/[a-z][a-z\d]*\s*>|<br\s*\/?>/i;

/** For JSON, which no HTML parser has read: shops write HTML in it. */
export function textOfHtml(html: string): string {
  const text = MARKUP.test(html)
    ? html
        .replaceAll(/<(?:br|\/p|\/li|\/div|\/h\d|\/tr)\b[^<>]*>/gi, " ")
        .replaceAll(/<\/?[a-z!][^<>]*>/gi, "")
    : html;
  return withoutEntities(text);
}

const withoutEntities = (text: string) => (ENTITY.test(text) ? decodeHTMLStrict(text) : text);

const SEGMENTS = new Intl.Segmenter();

/** After a word, with an ellipsis. `maxLength` counts graphemes. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const letters = [...SEGMENTS.segment(text.slice(0, maxLength * 12))].map(({ segment }) => segment);
  if (letters.length <= maxLength) return letters.join("");
  const cut = letters.slice(0, maxLength - 1).join("");
  const atWord = cut.replace(/\s+\S*$/, "");
  return `${(atWord.length > cut.length / 2 ? atWord : cut).replace(/[\s.,;:–-]+$/, "")}…`;
}
