import { httpUrl } from "@shelv/contract/values/link-url";
import * as v from "valibot";

/** Null for an address that is not http or https, and for a part of the page itself. */
export function absoluteUrl(text: string, base: string): string | null {
  // Pages encode ampersands twice.
  const trimmed = text
    .trim()
    .replaceAll(/[\t\n\r]/g, "")
    .replaceAll(/&(?:amp|#0*38|#x0*26);/gi, "&");
  if (trimmed === "" || trimmed.startsWith("#") || !URL.canParse(trimmed, base)) return null;
  const { href } = new URL(trimmed, base);
  return v.is(httpUrl, href) ? href : null;
}
