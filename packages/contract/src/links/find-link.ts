import * as v from "valibot";
import { httpUrl, linkUrl } from "#values/link-url";
import { linksIn } from "./links-in-text.ts";

export type SharedWords = { title: string; text: string; url: string };
/** `written`: the link as it is in the words. */
export type FoundLink = { url: string; written: string };

/**
 * Most Android apps put the link into the text, some into the title. Only `url` may be a link that is not for
 * the web.
 */
export function findLink({ title, text, url }: SharedWords): FoundLink | null {
  return (
    asLink(linkUrl, url) ??
    linkIn(text) ??
    linkIn(title) ??
    (/\s/.test(text.trim()) ? null : asLink(httpUrl, text))
  );
}

const TRIED_LINKS = 20;

function linkIn(text: string): FoundLink | null {
  let tried = 0;
  for (const found of linksIn(text)) {
    const link = asLink(httpUrl, found);
    if (link) return link;
    if ((tried += 1) === TRIED_LINKS) break;
  }
  return null;
}

function asLink(schema: typeof linkUrl | typeof httpUrl, written: string): FoundLink | null {
  const { success, output } = v.safeParse(schema, written);
  return success ? { url: output, written } : null;
}

/** Linear patterns: strangers send these texts. */
export const withoutLink = (text: string, { written }: FoundLink): string =>
  text
    .replace(written, "")
    .replace(/\(\s*\)/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/ (?=[.,;:!?])/g, "")
    .replace(/(?<![\s:–—-])[\s:–—-]+[.,;!?]*$/u, "")
    .trim();
