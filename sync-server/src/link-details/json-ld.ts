import { TEXT_MAX } from "./clean-text.ts";
import type { Node } from "./microdata.ts";

const NODES_AT_MOST = 3000;
const DEPTH_AT_MOST = 14;

/** A node, with the properties that lead to it from the top. */
export type Placed = { node: Node; types: string[]; path: string[] };

/** Every typed node of several documents, from the outside in. Broken documents are left out. */
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

/** The first text or number; of a node, its `@value` or name. */
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

/** Parses a page's JSON-LD. Pages embed it in comments, with a semicolon, with line breaks in strings. */
export function parseJsonLd(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "")
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*$/, "")
    .replace(/;\s*$/, "");
  for (const attempt of [bare, repaired(bare)]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // The next attempt may succeed; after the last one the text is left out.
    }
  }
  return null;
}

/** Removes control characters, and commas before a closing bracket. */
const repaired = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are what this drops
    .replaceAll(/[\u0000-\u001F]+/g, " ")
    .replaceAll(/,(\s*[}\]])/g, "$1");
