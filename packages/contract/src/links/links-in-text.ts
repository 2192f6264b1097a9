/**
 * Finds web addresses in text of any script. linkify-it costs 4 kB on the first screen, and misses links
 * right after a letter.
 */

/** Punctuation that ends a link without a blank: "、", "）", "،", "।". Addresses with "’", "・" or "–" exist. */
const MARK = String.raw`(?![\x00-\x7f’])[\p{Term}\p{Ps}\p{Pe}\p{Quotation_Mark}]`;

/** A link may begin right after a letter, but not a Latin one, nor inside another address. */
const WEB_LINK = new RegExp(
  String.raw`(?<![\p{Script=Latin}\d_/=@%&])(?:https?:\/\/|(?<!\.)www\.)(?:(?!${MARK})[^\s<>"|])+`,
  "giu",
);

/** A generator: a long text may hold thousands. */
export function* linksIn(text: string): Generator<string, void> {
  for (const [found] of text.matchAll(WEB_LINK)) yield withoutLettersAfterHost(unpunctuated(found));
}

const WORD_BORDER = new RegExp(String.raw`\s|${MARK}`, "u");
export const wordsOf = (text: string): string[] => text.split(WORD_BORDER).filter((word) => word !== "");

const FIRST_MARK = new RegExp(MARK, "u");

/**
 * The address at the start of a text without blanks: "example.com/a、good" → "example.com/a". A mark after
 * letters of its script in a query is part of it: a WhatsApp message is a sentence.
 */
export function beforeMark(text: string): string {
  const at = text.search(FIRST_MARK);
  const before = at < 0 ? text : text.slice(0, at).trimEnd();
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  const isAddress = /^[^?#]*\./.test(before) && !/^[^?#]*[?#].*[^\x00-\x7f]/s.test(before);
  return withoutLettersAfterHost(isAddress ? before : text);
}

/** No top-level domain mixes scripts: "https://example.comです" ends before the kana. */
const withoutLettersAfterHost = (link: string) =>
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  /^[^/?#]*(?:\/\/[^/?#]*)?\.[a-z]{2,}(?=[^\x00-\x7f][^./?#\s]*$)/i.exec(link)?.[0] ?? link;

const OPEN: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Keeps matched closing brackets at its end, drops unmatched ones and other punctuation. */
function unpunctuated(found: string): string {
  const unmatched: Record<string, number> = {};
  for (const [close, open] of Object.entries(OPEN))
    unmatched[close] = count(found, close) - count(found, open);
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? "";
    if (last in OPEN) {
      if ((unmatched[last] ?? 0) <= 0) break;
      unmatched[last] = (unmatched[last] ?? 0) - 1;
    } else if (!/[.,;:!?'’…–—]/.test(last)) break;
  }
  return found.slice(0, end);
}

const count = (text: string, letter: string) => text.split(letter).length - 1;
