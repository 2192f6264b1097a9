/**
 * What a page says about itself. The parser streams, so a page may be cut anywhere; everything is bounded,
 * for crafted pages.
 */
import { Parser } from "htmlparser2";
import { TEXT_MAX } from "./clean-text.ts";
import { Microdata, type Node } from "./microdata.ts";

export type PageLink = { rel: string; href: string; type: string; sizes: string };

export type PageFacts = {
  title: string;
  heading: string;
  base: string | null;
  metas: Map<string, string[]>;
  links: PageLink[];
  jsonLd: string[];
  microdata: Node[];
  /** The `content` of each refresh that takes place. */
  refreshes: string[];
  letters: number;
  hasScript: boolean;
  asksPassword: boolean;
  isChallenge: boolean;
};

/** The parser's time grows with each open element; browsers close all beyond 512. A deeper page is read up to there. */
const DEPTH_AT_MOST = 2000;
const METAS_AT_MOST = 400;
const LINKS_AT_MOST = 300;
const JSON_LD_MAX_CHARACTERS = 1_000_000;
const LETTERS_AT_MOST = 3000;
const LINK_RELS = /\b(?:icon|apple-touch-icon(?:-precomposed)?|canonical|image_src|alternate|amphtml)\b/;

const NAVIGATES = /\blocation\s*(?:\.\s*(?:href\s*=(?!=)|(?:replace|assign)\s*\()|=(?!=))/;
/** Scripts of bot checks. Cloudflare's `scripts/jsd` is in ordinary pages, too. */
const CHALLENGE =
  /_cf_chl_opt|\/cdn-cgi\/challenge-platform\/(?!scripts\/jsd|h\/\w\/scripts\/jsd)|\/\.within\.website\/|gokuProps|\/_fs-ch-|\/hcdn-cgi\/jschallenge|captcha-delivery\.com|px-captcha|_pxAction|sgcaptcha|sucuri_cloudproxy|x5secdata|\.well-known\/vercel\/security/;
const CHALLENGE_WITHIN = 200_000;

export function pageFacts(html: string, { isXml = false } = {}): PageFacts {
  const facts: PageFacts = {
    title: "",
    heading: "",
    base: null,
    metas: new Map(),
    links: [],
    jsonLd: [],
    microdata: [],
    refreshes: [],
    letters: 0,
    hasScript: false,
    asksPassword: false,
    isChallenge: CHALLENGE.test(html.slice(0, CHALLENGE_WITHIN)),
  };
  /** A refresh for browsers without script says where the script leads. */
  const withoutScript: string[] = [];
  let navigates = false;
  const microdata = new Microdata();
  /** Open elements whose content means something else. */
  const inside = { svg: 0, noscript: 0, template: 0, script: 0, style: 0, title: 0 };
  let depth = 0;
  let metas = 0;
  let json: string[] | null = null;
  let jsonLength = 0;
  let reading: "title" | "heading" | null = null;
  const isAside = () => inside.svg > 0 || inside.template > 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEPTH_AT_MOST) parser.pause();
        if (name in inside) inside[name as keyof typeof inside] += 1;
        microdata.open(name, attributes);
        if (isAside()) return;
        if (name === "title" && facts.title === "" && inside.noscript === 0) reading = "title";
        if (name === "h1" && facts.heading === "") reading = "heading";
        if (name === "base" && attributes.href) facts.base ??= attributes.href;
        if (name === "input" && attributes.type?.toLowerCase() === "password") facts.asksPassword = true;
        if (name === "script" && attributes.src !== undefined) facts.hasScript = true;
        if (name === "script" && /^application\/ld\+json\b/i.test(attributes.type ?? "")) json = [];
        if (name === "link" && facts.links.length < LINKS_AT_MOST) takeLink(facts, attributes);
        if (name === "meta" && metas < METAS_AT_MOST) {
          metas += 1;
          takeMeta(facts, attributes, inside.noscript > 0 ? withoutScript : facts.refreshes);
        }
      },
      ontext(text) {
        if (json) {
          jsonLength += text.length;
          if (jsonLength <= JSON_LD_MAX_CHARACTERS) json.push(text);
          return;
        }
        if (inside.script > 0) {
          facts.hasScript = true;
          navigates ||= NAVIGATES.test(text.slice(0, TEXT_MAX));
        }
        if (facts.letters < LETTERS_AT_MOST && Object.values(inside).every((depth) => depth === 0))
          facts.letters += text.slice(0, TEXT_MAX).replaceAll(/\s+/g, "").length;
        microdata.text(text);
        if (reading && facts[reading].length < TEXT_MAX) facts[reading] += text;
      },
      onclosetag(name) {
        depth -= 1;
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
    {
      decodeEntities: true,
      lowerCaseTags: true,
      lowerCaseAttributeNames: true,
      xmlMode: isXml,
    },
  );
  parser.end(html);
  facts.microdata = microdata.items;
  if (navigates) facts.refreshes.push(...withoutScript);
  return facts;
}

function takeLink(facts: PageFacts, { rel = "", href = "", type = "", sizes = "" }: Record<string, string>) {
  const name = rel.toLowerCase();
  if (href.trim() !== "" && LINK_RELS.test(name))
    facts.links.push({ rel: name, href: href.trim(), type: type.toLowerCase(), sizes: sizes.toLowerCase() });
}

/** Names in attributes are lists in RDFa: a tag counts for each. */
function takeMeta(facts: PageFacts, attributes: Record<string, string>, refreshes: string[]) {
  const { content = "", "http-equiv": equivalent = "", property = "", name = "", itemprop = "" } = attributes;
  if (content.trim() === "") return;
  if (equivalent.toLowerCase() === "refresh") refreshes.push(content);
  const names = `${property} ${name} ${itemprop}`.toLowerCase().split(/\s+/).slice(0, 10);
  for (const one of new Set(names)) {
    if (one === "") continue;
    const values = facts.metas.get(one) ?? [];
    values.push(content.slice(0, TEXT_MAX));
    facts.metas.set(one, values);
  }
}
