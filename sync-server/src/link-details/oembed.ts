import type { LinkDetails } from "@shelv/contract/links/link-details";
import { httpUrl } from "@shelv/contract/values/link-url";
import * as v from "valibot";
import { cleanText, cutText } from "./clean-text.ts";
import { parse } from "./json-ld.ts";

/** Sites whose pages say little without a script, and where they say more. */
const PROVIDERS: { pages: RegExp; endpoint: string }[] = [
  {
    pages:
      /^https?:\/\/(?:www\.|m\.|music\.)?youtube\.com\/(?:watch|shorts\/|live\/|playlist)|^https?:\/\/youtu\.be\//i,
    endpoint: "https://www.youtube.com/oembed",
  },
  { pages: /^https?:\/\/(?:www\.)?vimeo\.com\/\d/i, endpoint: "https://vimeo.com/api/oembed.json" },
  { pages: /^https?:\/\/open\.spotify\.com\//i, endpoint: "https://open.spotify.com/oembed" },
  { pages: /^https?:\/\/(?:www\.)?tiktok\.com\/@[^/]+\/video\//i, endpoint: "https://www.tiktok.com/oembed" },
  { pages: /^https?:\/\/(?:www\.|m\.)?soundcloud\.com\//i, endpoint: "https://soundcloud.com/oembed" },
  {
    pages: /^https?:\/\/(?:www\.)?flickr\.com\/photos\//i,
    endpoint: "https://www.flickr.com/services/oembed",
  },
  { pages: /^https?:\/\/(?:www\.|old\.)?reddit\.com\/r\//i, endpoint: "https://www.reddit.com/oembed" },
];

/** Returns the oEmbed address of the first page whose site's endpoint is known. */
export function knownOembed(addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const provider = PROVIDERS.find(({ pages }) => pages.test(address));
    if (provider) return `${provider.endpoint}?format=json&url=${encodeURIComponent(address)}`;
  }
  return null;
}

const text = v.fallback(v.string(), "");
const oembed = v.object({
  title: text,
  author_name: text,
  provider_name: text,
  thumbnail_url: text,
  url: text,
  type: text,
  description: text,
});

export type Oembed = Pick<LinkDetails, "title" | "description" | "siteName" | "imageUrl">;

/** Reads an oEmbed answer. Null for anything else. */
export function readOembed(json: string): Oembed | null {
  try {
    const said = v.parse(oembed, parse(json));
    const picture = said.thumbnail_url || (said.type === "photo" ? said.url : "");
    return {
      title: cutText(cleanText(said.title), 200) || null,
      description: cutText(cleanText(said.description || said.author_name), 500) || null,
      siteName: cutText(cleanText(said.provider_name), 80) || null,
      imageUrl: v.is(httpUrl, picture) ? picture : null,
    };
  } catch {
    return null;
  }
}
