import type { ItemFields } from "#rows/item";
import { isWebUrl } from "#values/link-url";
import { withoutHiddenMarks } from "#values/text";
import { hostOf } from "./link-details.ts";

declare const URL: {
  canParse(text: string): boolean;
  new (text: string): { pathname: string; hash: string };
};
declare function decodeURIComponent(text: string): string;

const MAX_LENGTH = 100;

/**
 * The fallback for a page without a title: the words in the address, else the site's name.
 * "https://example.com/p/speckled-stoneware-mug?id=7" is "Speckled stoneware mug".
 */
export function titleOfLink(url: string, siteName: string | null = null): string {
  if (!isWebUrl(url)) return cut(decoded(/^(?:mailto|tel|sms|facetime):([^?;&]+)/i.exec(url)?.[1] ?? url));
  return wordsInPath(url) ?? cut(siteName ?? hostOf(url));
}

/**
 * Whether the title is not the owner's: then the page's replaces it. The previous build uses the host's name.
 */
export const isTitleOfLink = ({ title, url }: Pick<ItemFields, "title" | "url">): boolean =>
  title === titleOfLink(url) || title === hostOf(url);

function wordsInPath(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { pathname, hash } = new URL(url);
  // Some apps route by the fragment.
  const route = /^#!?(\/[^?]*)/.exec(hash)?.[1] ?? "";
  const parts = `${pathname}${route}`.split("/").toReversed();
  return parts.map(wordsOf).find((words) => words !== null) ?? null;
}

function wordsOf(part: string): string | null {
  const text = decoded(part.replace(/;.*/, "").replaceAll("+", " ")).trim();
  if (/^@[\w.-]{2,}$/.test(text)) return cut(text);
  if (text.includes("=")) return null;
  const words = text
    .replace(FILE_ENDING, "")
    .replace(UUID, "")
    .replace(DATE, "")
    .split(/[\s_~|/\u2010-\u2015-]+/u)
    .filter((word) => word !== "" && !isId(word));
  const [word = ""] = words;
  if (!words.some(isWord) || (words.length === 1 && OF_SITES.has(word.toLowerCase()))) return null;
  const line = words.join(" ");
  const isAsTyped = /\p{Lu}/u.test(line) || (words.length === 1 && word.includes("."));
  return cut(isAsTyped ? line : line.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
}

const FILE_ENDING =
  /\.(?:[sx]?html?|php\d?|aspx?|jsp|cgi|pdf|jpe?g|png|gif|webp|avif|svg|mp[34]|zip|epub|md|txt)$/i;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const DATE = /^\d{4}-\d{1,2}-(?:\d{1,2}-)?/;

/** Parts of addresses that name a kind of page. */
const OF_SITES = new Set(
  `about all article articles buy cart categories category collection collections comments default detail
  details edit embed episode event events home index item items listing listings live login main news overview
  page pages playlist playlists post posts product products profile profiles ref reel reels review reviews
  search share shop shops show status store stories story tag tags track user users video videos view watch`.split(
    /\s+/,
  ),
);

const isWord = (word: string): boolean =>
  /\p{L}{4}|^\p{L}{3}$/u.test(word) || (/\p{L}/u.test(word) && /[^\p{ASCII}]/u.test(word));

/** A number, a hash, or a random name. "iphone15", "2nd" and "4K" are words. */
function isId(word: string): boolean {
  if (/\d{5}/.test(word)) return true;
  if (!/^[\da-z]+$/i.test(word)) return false;
  if (/\d/.test(word) && /[a-z]/i.test(word))
    return !/^(?:[a-z]{2,}\d{1,4}|[A-Z]?[a-z]+\d{1,4}|[A-Z]{2,5}\d{1,4}|\d{1,4}(?:[a-z]{1,5}|[A-Z]{1,2}))$/.test(
      word,
    );
  const humps = word.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
  return humps * 4 > word.length || /^[b-df-hj-np-tv-xz]{5,}$/i.test(word);
}

/** Wrong encodings stay. */
const decoded = (text: string): string =>
  text
    .replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return " ";
      }
    })
    .replace(/\p{Cc}|\p{Surrogate}/gu, " ");

/** As long as a title may be, and normalised like a saved one. */
function cut(text: string): string {
  const letters = Array.from(text);
  const short =
    letters.length <= MAX_LENGTH
      ? text
      : letters
          .slice(0, MAX_LENGTH)
          .join("")
          .replace(/(?<=\s.{60,})\s\S*$/su, "");
  return withoutHiddenMarks(short).replace(/\s+/g, " ").trim();
}
