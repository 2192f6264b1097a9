import * as v from "valibot";
import { httpUrl } from "#values/link-url";
import { hexColor } from "#rows/appearance";
import type { RefusalCode } from "#refusal";

/** This package includes neither the browser's nor Node's types. */
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): {
    protocol: string;
    hostname: string;
    port: string;
    pathname: string;
    searchParams: Iterable<[string, string]>;
    hash: string;
  };
};

const text = v.nullable(v.string());
const address = v.nullable(v.string());

/** What a page says about itself. Texts fit an item's fields; addresses are absolute. */
export const linkDetails = v.object({
  title: text,
  description: text,
  siteName: text,
  price: text,
  imageUrl: address,
  canonicalUrl: address,
  icon: address,
  color: text,
});
export type LinkDetails = v.InferOutput<typeof linkDetails>;

/**
 * The picture at `imageUrl`, or the site's icon on a card in its colour, stored like an upload. `picture`:
 * its SHA-256.
 */
export const linkPictureRequest = v.object({
  imageUrl: v.nullable(httpUrl),
  icon: v.nullable(httpUrl),
  color: v.nullable(hexColor),
});
export const linkPictureAnswer = v.object({ picture: v.string(), isIcon: v.boolean() });

/** Refusals after which a retry may succeed. */
export const PASSING_REFUSALS: ReadonlySet<string> = new Set<RefusalCode>([
  "link-unreachable",
  "link-too-slow",
  "busy",
  "too-many",
]);

/** The fallback for an item's title: "example.com". */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const { hostname } = new URL(url);
  return hostname.replace(/^www\./, "") || url;
};

/** Addresses with the same key show the same page. */
export function linkKey(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, hostname, port, pathname, searchParams, hash } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return url;
  const query = [...searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
  const host = hostname.replace(/^(?:www|m|mobile)\.(?=.+\.)/, "").replace(/\.$/, "");
  return [
    `${host}${port === "" ? "" : `:${port}`}`,
    pathname.replace(/\/(?:index\.html?)?$/, ""),
    query.length === 0 ? "" : `?${query.join("&")}`,
    // Some apps route by the fragment.
    /^#[!/]/.test(hash) ? hash : "",
  ].join("");
}

/** Parameters that name a visitor's source, never a page. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|si|ref_src|ref_url|spm|srsltid)$/i;
