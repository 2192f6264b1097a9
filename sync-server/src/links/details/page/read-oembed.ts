import type { LinkDetails } from "@shelv/contract/links/link-details";
import { httpUrl } from "@shelv/contract/values/link-url";
import * as v from "valibot";
import { cleanText, cutText } from "./clean-text.ts";
import { parse } from "./json-ld.ts";

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
