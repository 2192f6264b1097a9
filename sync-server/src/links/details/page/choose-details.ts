/** Chooses what an item takes from all that a page says about itself. */
import { itemFields } from "@shelv/contract/rows/item";
import type { LinkDetails } from "@shelv/contract/links/link-details";
import * as v from "valibot";
import { absoluteUrl } from "./absolute-url.ts";
import { soldOutOf } from "./availability.ts";
import { cleanText, cutText } from "./clean-text.ts";
import { isNode, listOf, parseJsonLd, type Placed, placedNodes, textOf } from "./json-ld.ts";
import type { Node } from "./microdata.ts";
import type { PageFacts, PageLink } from "./page-facts.ts";
import { hasType, PRODUCTS, type Subject, subjectOf } from "./page-subject.ts";
import { isWall } from "./page-wall.ts";
import { metaPrice, offersOf } from "./prices.ts";
import { refreshTarget } from "./refresh-target.ts";

/**
 * `images`: the best first. `refreshTo`: where a refresh without script leads. `oembed`: where more is said.
 * `isWall`: the page only asks for consent, a sign-in or proof of being human.
 */
export type PageReading = {
  details: LinkDetails;
  images: string[];
  icons: string[];
  refreshTo: string | null;
  oembed: string | null;
  isSoldOut: boolean | null;
  isWall: boolean;
};

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 500;
const IMAGES_AT_MOST = 6;

export function chooseDetails(facts: PageFacts, address: string, asked = address): PageReading {
  const all = (...names: string[]) =>
    names.flatMap((name) => (facts.metas.get(name) ?? []).map(cleanText)).filter((text) => text !== "");
  const first = (...names: string[]) => all(...names)[0] ?? "";
  const base = absoluteUrl(facts.base ?? "", address) ?? address;
  const toUrl = (text: string) => absoluteUrl(text, base);
  const documents = parseJsonLd(facts.jsonLd);
  const resolve = resolverOf(documents);
  const nodes = [...placedNodes(documents), ...placedNodes(facts.microdata)];
  const canonicalUrl = canonicalOf(facts, first, toUrl, address);
  const subject = subjectOf(nodes, [address, canonicalUrl ?? ""], first("og:title"), toUrl);
  const node = subject?.node ?? {};
  const offers = offersOf(node, resolve);
  const siteName = siteNameOf(nodes, first, node, resolve);
  const title = titleOf(facts, first, subject, siteName);
  const images = imagesOf(facts, subject, resolve).flatMap((text) => toUrl(text) ?? []);
  const icons = iconsOf(facts.links).flatMap((text) => toUrl(text) ?? []);
  const isBare = first("og:title", "og:image", "twitter:title") === "" && subject === null;
  return {
    details: {
      title: fitting("title", cutText(title, TITLE_MAX)),
      description: fitting("description", cutText(descriptionOf(first, node), DESCRIPTION_MAX)),
      siteName: siteName === "" ? null : cutText(siteName, 80),
      price: fitting("price", offers.price ?? metaPrice(all) ?? ""),
      imageUrl: images[0] ?? null,
      canonicalUrl,
      icon: icons[0] ?? null,
      color: all("theme-color", "msapplication-tilecolor").flatMap((text) => colorOf(text) ?? [])[0] ?? null,
    },
    images: [...new Set(images)].slice(0, IMAGES_AT_MOST),
    icons: [...new Set(icons)].slice(0, 3),
    refreshTo: facts.refreshes.flatMap((text) => toUrl(refreshTarget(text) ?? "") ?? [])[0] ?? null,
    oembed: oembedOf(facts.links, toUrl),
    isSoldOut: offers.isSoldOut ?? soldOutOf(all("product:availability", "og:availability")),
    isWall: isWall({ facts, isBare, hasSubject: subject !== null, siteName, address, asked }),
  };
}

type First = (...names: string[]) => string;
type ToUrl = (text: string) => string | null;

function fitting(field: "title" | "description" | "price", text: string): string | null {
  const { success, output } = v.safeParse(itemFields.entries[field], text);
  return success && output !== "" ? output : null;
}

function resolverOf(documents: readonly unknown[]): (value: unknown) => unknown {
  const byId = new Map<string, Node>();
  for (const { node } of placedNodes(documents)) {
    const id = node["@id"];
    if (typeof id === "string" && !byId.has(id)) byId.set(id, node);
  }
  return (value) => {
    if (!isNode(value) || typeof value["@id"] !== "string" || Object.keys(value).length > 2) return value;
    return byId.get(value["@id"]) ?? value;
  };
}

function titleOf(facts: PageFacts, first: First, subject: Subject, siteName: string): string {
  const named = cleanText(textOf(subject?.node.headline) || textOf(subject?.node.name));
  const social = first("og:title", "twitter:title");
  // A shop's social title often praises the shop; an article's name is often shortened.
  const ownFirst = hasType(subject, ...PRODUCTS, "Recipe", "MusicRecording", "MusicAlbum", "PodcastEpisode");
  const chosen =
    (ownFirst ? named || social : social || named) ||
    first("title", "dc.title", "dcterms.title") ||
    cleanText(facts.title) ||
    cleanText(facts.heading);
  return withoutSiteName(chosen, siteName);
}

const SEPARATORS = "[|·•»«:–—-]";

/** "Blue mug | Cups & Co" is a "Blue mug" when the site is "Cups & Co". */
function withoutSiteName(title: string, siteName: string): string {
  if (siteName === "" || title.length <= siteName.length) return title;
  const name = siteName.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const bare = title
    .replace(new RegExp(String.raw`\s+${SEPARATORS}{1,2}\s+${name}$`, "iu"), "")
    .replace(new RegExp(String.raw`^${name}\s*${SEPARATORS}{1,2}\s+`, "iu"), "");
  return bare.trim() === "" ? title : bare.trim();
}

const descriptionOf = (first: First, node: Node): string =>
  first("og:description", "description", "twitter:description") ||
  cleanText(textOf(node.description)) ||
  first("dc.description");

function siteNameOf(
  all: readonly Placed[],
  first: First,
  node: Node,
  resolve: (value: unknown) => unknown,
): string {
  const site = all.find(({ types }) => types.includes("WebSite"))?.node;
  const publisher = listOf(node.publisher).map(resolve).find(isNode);
  return (
    first("og:site_name", "application-name") ||
    cleanText(textOf(site?.name)) ||
    cleanText(textOf(publisher?.name)) ||
    first("apple-mobile-web-app-title")
  );
}

/** A canonical address of the front page is a common mistake. */
function canonicalOf(facts: PageFacts, first: First, toUrl: ToUrl, address: string): string | null {
  const said = [facts.links.find(({ rel }) => /\bcanonical\b/.test(rel))?.href ?? "", first("og:url")];
  const isDeep = new URL(address).pathname.length > 1;
  return (
    said
      .flatMap((text) => toUrl(text) ?? [])
      .find((url) => !(isDeep && new URL(url).pathname === "/" && new URL(url).search === "")) ?? null
  );
}

function imagesOf(facts: PageFacts, subject: Subject, resolve: (value: unknown) => unknown): string[] {
  const social = socialImages(facts);
  const { node } = subject ?? { node: {} };
  const variants = listOf((node as Node).hasVariant)
    .map(resolve)
    .filter(isNode)
    .slice(0, 5);
  const own = [node as Node, ...variants].flatMap((one) => [
    ...picturesIn(one.image, resolve),
    ...picturesIn(one.thumbnailUrl, resolve),
    ...picturesIn(one.photo, resolve),
  ]);
  const linked = facts.links.filter(({ rel }) => /\bimage_src\b/.test(rel)).map(({ href }) => href);
  const named = facts.metas.get("image") ?? [];
  const chosen = hasType(subject, ...PRODUCTS, "Recipe") ? [...own, ...social] : [...social, ...own];
  return [...chosen, ...linked, ...named];
}

const SMALL_PX = 100;

/** The size tags that follow belong to a picture only if each picture has them. */
function socialImages({ metas }: PageFacts): string[] {
  const of = (name: string) => metas.get(name) ?? [];
  const pictures =
    of("og:image").length > 0 ? of("og:image") : [...of("og:image:url"), ...of("og:image:secure_url")];
  const [widths, heights] = [of("og:image:width"), of("og:image:height")];
  const isSized = widths.length === pictures.length && heights.length === pictures.length;
  const sized = pictures.filter(
    (_, at) => !isSized || (!(Number(widths[at]) < SMALL_PX) && !(Number(heights[at]) < SMALL_PX)),
  );
  return [...sized, ...of("twitter:image"), ...of("twitter:image:src")];
}

function picturesIn(value: unknown, resolve: (value: unknown) => unknown): string[] {
  return listOf(value)
    .map(resolve)
    .flatMap((one) => {
      if (typeof one === "string") return [one];
      if (!isNode(one)) return [];
      if (Number(textOf(one.width)) < SMALL_PX && textOf(one.width) !== "") return [];
      return [textOf(one.url), textOf(one.contentUrl), textOf(one["@id"])]
        .filter((text) => text !== "")
        .slice(0, 1);
    });
}

/** Large pictures first; vector icons last, which the picture pipeline does not take. */
function iconsOf(links: readonly PageLink[]): string[] {
  const sizeOf = ({ rel, sizes, href, type }: PageLink) => {
    if (type.includes("svg") || /\.svg(?:$|\?)/i.test(href)) return 1;
    const said = Math.max(0, ...[...sizes.matchAll(/(\d+)x\d+/g)].map(([, size]) => Number(size)));
    if (said > 0) return said;
    return rel.includes("apple-touch-icon") ? 180 : 16;
  };
  return links
    .filter(
      ({ rel, href }) =>
        /\b(?:icon|apple-touch-icon)/.test(rel) && !/\bmask-icon\b/.test(rel) && !/^data:/i.test(href),
    )
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map(({ href }) => href);
}

function colorOf(text: string): string | null {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text) ?? [];
  if (short !== undefined) return `#${short.replaceAll(/./g, "$&$&")}`.toLowerCase();
  return long === undefined ? null : `#${long}`.toLowerCase();
}

const oembedOf = (links: readonly PageLink[], toUrl: ToUrl): string | null =>
  links
    .filter(({ rel, type }) => /\balternate\b/.test(rel) && type.startsWith("application/json+oembed"))
    .flatMap(({ href }) => toUrl(href) ?? [])[0] ?? null;
