/**
 * What a page says about itself, in its own words. The parser streams, so a page may be cut anywhere;
 * everything is bounded, since a page can be crafted to take any amount.
 */
import { Parser } from "htmlparser2";
import { TEXT_MAX } from "./clean-text.ts";
import { Microdata, type Node } from "./microdata.ts";

export type PageLink = { rel: string; href: string; type: string; sizes: string };

export type PageFacts = {
  title: string;
  heading: string;
  /** The address in `<base>`. */
  base: string | null;
  /** The contents by lower-case property or name, in the page's order. */
  metas: Map<string, string[]>;
  links: PageLink[];
  jsonLd: string[];
  /** The top-level items. */
  microdata: Node[];
  /** The `content` of a refresh that needs no script. */
  refresh: string | null;
};

const METAS_AT_MOST = 400;
const LINKS_AT_MOST = 300;
const JSON_LD_MAX_CHARACTERS = 1_000_000;
const LINK_RELS = /\b(?:icon|apple-touch-icon(?:-precomposed)?|canonical|image_src|alternate|amphtml)\b/;

export function pageFacts(html: string): PageFacts {
  const facts: PageFacts = {
    title: "",
    heading: "",
    base: null,
    metas: new Map(),
    links: [],
    jsonLd: [],
    microdata: [],
    refresh: null,
  };
  const microdata = new Microdata();
  /** Open elements whose content means something else. */
  const inside = { svg: 0, noscript: 0, template: 0 };
  let metas = 0;
  let json: string[] | null = null;
  let jsonLength = 0;
  let reading: "title" | "heading" | null = null;
  const isAside = () => inside.svg > 0 || inside.template > 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name in inside) inside[name as keyof typeof inside] += 1;
        microdata.open(name, attributes);
        if (isAside()) return;
        if (name === "title" && facts.title === "") reading = "title";
        if (name === "h1" && facts.heading === "") reading = "heading";
        if (name === "base" && attributes.href) facts.base ??= attributes.href;
        if (name === "script" && /^application\/ld\+json\b/i.test(attributes.type ?? "")) json = [];
        if (name === "link" && facts.links.length < LINKS_AT_MOST) takeLink(facts, attributes);
        if (name === "meta" && metas < METAS_AT_MOST) {
          metas += 1;
          takeMeta(facts, attributes, inside.noscript > 0);
        }
      },
      ontext(text) {
        if (json) {
          jsonLength += text.length;
          if (jsonLength <= JSON_LD_MAX_CHARACTERS) json.push(text);
          return;
        }
        microdata.text(text);
        if (reading && facts[reading].length < TEXT_MAX) facts[reading] += text;
      },
      onclosetag(name) {
        if (name in inside) inside[name as keyof typeof inside] -= 1;
        microdata.close(name);
        if (name === "script" && json) {
          facts.jsonLd.push(json.join(""));
          json = null;
        }
        if (name === "title" && reading === "title") reading = null;
        if (name === "h1" && reading === "heading") reading = null;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  facts.microdata = microdata.items;
  return facts;
}

function takeLink(facts: PageFacts, { rel = "", href = "", type = "", sizes = "" }: Record<string, string>) {
  const name = rel.toLowerCase();
  if (href.trim() !== "" && LINK_RELS.test(name))
    facts.links.push({ rel: name, href: href.trim(), type: type.toLowerCase(), sizes: sizes.toLowerCase() });
}

function takeMeta(facts: PageFacts, attributes: Record<string, string>, isInNoscript: boolean) {
  const { content = "", "http-equiv": equivalent = "" } = attributes;
  if (content.trim() === "") return;
  if (equivalent.toLowerCase() === "refresh" && !isInNoscript) facts.refresh ??= content;
  for (const attribute of ["property", "name", "itemprop"] as const) {
    const name = attributes[attribute]?.trim().toLowerCase();
    if (!name) continue;
    const values = facts.metas.get(name) ?? [];
    values.push(content.slice(0, TEXT_MAX));
    facts.metas.set(name, values);
    return;
  }
}
