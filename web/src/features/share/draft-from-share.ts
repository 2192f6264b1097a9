import { itemFields } from "@shelv/contract/rows/item";
import { findLink, type SharedWords, withoutLink } from "@shelv/contract/links/find-link";
import { titleOfLink } from "@shelv/contract/links/title-of-link";
import * as v from "valibot";

type DraftWords = { title: string; url: string; description: string };

export function draftFromShare(shared: SharedWords): DraftWords {
  const words = { title: plain(shared.title), text: plain(shared.text), url: plain(shared.url) };
  const link = findLink(words);
  const rest = link ? { title: withoutLink(words.title, link), text: withoutLink(words.text, link) } : words;
  const [firstLine = ""] = rest.text.split("\n");
  const name =
    rest.title || (firstLine.length <= SHORT ? firstLine : "") || (link ? titleOfLink(link.url) : "");
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

const SHORT = 120;

const plain = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    // oxlint-disable-next-line no-control-regex -- this removes them
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/gu, "")
    .trim();

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
