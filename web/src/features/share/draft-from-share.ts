import { itemFields } from "@shelv/contract/rows/item";
import { hostOf } from "@shelv/contract/links/link-details";
import { httpUrl, linksIn } from "@shelv/contract/values/link-url";
import * as v from "valibot";
import type { SharedContent } from "#local-store/unsynced/share-inbox-database";

type SharedWords = Pick<SharedContent, "title" | "text" | "url">;
type DraftWords = { title: string; url: string; description: string };

/**
 * Apps put the link anywhere: most Android apps into the text, some into the title. The rest becomes title or
 * description. Every value fits its field.
 */
export function draftFromShare({ title, text, url }: SharedWords): DraftWords {
  const [words, about] = [plain(title), plain(text)];
  const link =
    asLink(plain(url)) ?? linkIn(about) ?? linkIn(words) ?? (/\s/.test(about) ? null : asLink(about));
  const rest = link
    ? { title: without(words, link), text: without(about, link) }
    : { title: words, text: about };
  const [firstLine = ""] = rest.text.split("\n");
  const name = rest.title || (firstLine.length <= SHORT ? firstLine : "") || (link ? hostOf(link.url) : "");
  const description =
    rest.text === name
      ? ""
      : rest.text.startsWith(`${name}\n`)
        ? rest.text.slice(name.length).trim()
        : rest.text;
  return {
    title: fitting("title", name),
    url: link?.url ?? "",
    description: fitting("description", description),
  };
}

/** A longer first line is not a title. */
const SHORT = 120;

type Link = { url: string; written: string };

function linkIn(text: string): Link | null {
  for (const found of linksIn(text)) {
    const link = asLink(found);
    if (link) return link;
  }
  return null;
}

function asLink(text: string): Link | null {
  const { success, output } = v.safeParse(httpUrl, text);
  return success ? { url: output, written: text } : null;
}

/** The text without the link, its brackets and the colon before it. */
const without = (text: string, { written }: Link) =>
  text
    .replace(written, "")
    .replace(/\(\s*\)/g, "")
    .replace(/[ \t]+(?=[.,;:!?])/g, "")
    .replace(/[ \t]{2,}/g, " ")
    .replace(/[\s:–—-]+[.,;!?]*$/u, "")
    .trim();

/** The text without control characters and lone surrogates, which no field accepts. */
const plain = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    // oxlint-disable-next-line no-control-regex -- this removes them
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/gu, "")
    .trim();

/** The longest beginning that the field accepts, found by bisection: only the field knows how it counts. */
function fitting(field: "title" | "description", text: string): string {
  const schema = itemFields.entries[field];
  if (text === "" || v.is(schema, text)) return text;
  const cut = Array.from(text);
  let [fits, over] = [0, cut.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (v.is(schema, cut.slice(0, middle).join(""))) fits = middle;
    else over = middle;
  }
  return cut.slice(0, fits).join("").trim();
}
