import { jsonrepair } from "jsonrepair";
import { TEXT_MAX, textOfHtml } from "./clean-text.ts";
import type { Node } from "./microdata.ts";

const NODES_AT_MOST = 3000;
const DEPTH_AT_MOST = 14;

export type Placed = { node: Node; types: string[]; path: string[] };

/** From the outside in. Broken documents are left out. */
export function placedNodes(documents: readonly unknown[]): Placed[] {
  const found: Placed[] = [];
  const queue: { value: unknown; path: string[] }[] = documents.map((value) => ({ value, path: [] }));
  let visited = 0;
  for (let at = 0; at < queue.length && visited < NODES_AT_MOST; at += 1) {
    const { value, path } = queue[at] as (typeof queue)[number];
    if (path.length > DEPTH_AT_MOST) continue;
    if (Array.isArray(value)) {
      queue.push(...value.slice(0, 500).map((one: unknown) => ({ value: one, path })));
      continue;
    }
    if (!isNode(value)) continue;
    visited += 1;
    const types = typesOf(value);
    if (types.length > 0) found.push({ node: value, types, path });
    for (const [property, inner] of Object.entries(value)) {
      if (typeof inner === "object" && inner !== null)
        queue.push({ value: inner, path: property === "@graph" ? path : [...path, property] });
    }
  }
  return found;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const typesOf = (node: Node): string[] =>
  listOf(node["@type"]).flatMap((type) => (typeof type === "string" ? type.replace(/^.*[/#:]/, "") : []));

export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (isNode(value) && "@list" in value) return listOf(value["@list"]);
  return Array.isArray(value)
    ? value.slice(0, 200).flatMap((one) => (Array.isArray(one) ? listOf(one) : one))
    : [value];
}

export function textOf(value: unknown): string {
  for (const one of listOf(value)) {
    if (typeof one === "string" && one.trim() !== "") return one.slice(0, TEXT_MAX);
    if (typeof one === "number" && Number.isFinite(one)) return String(one);
    if (isNode(one)) {
      const inner = textOf(one["@value"] ?? one.name);
      if (inner !== "") return inner;
    }
  }
  return "";
}

/** Repairing takes quadratic time: 20,000 crafted characters take half a second. */
const REPAIRED_AT_MOST = 20_000;

/** Repairs the mistakes that other readers repair. What is cut is left out. */
export function parseJsonLd(texts: readonly string[]): unknown[] {
  let repairable = REPAIRED_AT_MOST;
  return texts.map((text) => {
    const bare = unwrapped(text);
    const mended = withoutFaults(bare);
    const parsed = parse(bare) ?? parse(mended.replaceAll(/\s+/g, " "));
    if (parsed !== undefined || !/[}\]]$/.test(mended)) return parsed;
    repairable -= mended.length;
    return repairable < 0 ? undefined : parse(mended, jsonrepair);
  });
}

/** Parses strings as HTML. Undefined if it is no JSON. */
export function parse(text: string, repair: (text: string) => string = (same) => same): unknown {
  try {
    return JSON.parse(repair(text), (_, value: unknown) =>
      typeof value === "string" ? textOfHtml(value) : value,
    );
  } catch {
    return undefined;
  }
}

/** Pages embed JSON-LD in comments, and end it with a semicolon. */
const unwrapped = (text: string) =>
  text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "")
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*(?:\]\]>|-->)|\]\]>)\s*$/, "")
    .replace(/;\s*$/, "");

/**
 * In one pass, besides line breaks in texts: control characters, JavaScript's escapes, commas before a
 * closing bracket, a second object without a comma.
 */
const withoutFaults = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are what this drops
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]+/g, " ")
    .replaceAll(/\\(?:x([\da-f]{2})|(')|[^])/gi, (escaped, hex?: string, quote?: string) =>
      hex === undefined ? (quote ?? escaped) : `\\u00${hex}`,
    )
    .replaceAll(/,(\s*[}\]])/g, "$1")
    .replaceAll(/\}[\s;]*(?=\{)/g, "},")
    .trim();
