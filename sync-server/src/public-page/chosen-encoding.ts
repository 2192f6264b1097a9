import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip";

/** Browsers send only a few different headers. */
const chosen = new LRUCache<string, { encoding: Encoding | null }>({ max: 64 });
const LONGEST_REMEMBERED = 128;

/** The best encoding for an Accept-Encoding header; null for none. */
export function chosenEncoding(header = ""): Encoding | null {
  const known = chosen.get(header);
  if (known) return known.encoding;
  const encoding = choose(header);
  if (header.length <= LONGEST_REMEMBERED) chosen.set(header, { encoding });
  return encoding;
}

function choose(header: string): Encoding | null {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    (isRefused ? refused : taken).add(name);
  }
  const takes = (name: Encoding) => taken.has(name) || (taken.has("*") && !refused.has(name));
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : null;
}
