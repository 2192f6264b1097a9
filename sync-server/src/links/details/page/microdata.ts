import { TEXT_MAX } from "./clean-text.ts";

export type Node = { [property: string]: unknown };

type Open = {
  tag: string;
  item: Node | null;
  property: string | null;
  text: string[] | null;
  length: number;
};

const ITEMS_AT_MOST = 500;
const DEPTH_AT_MOST = 200;
const VOID = new Set([
  "meta",
  "link",
  "img",
  "br",
  "hr",
  "input",
  "source",
  "track",
  "area",
  "base",
  "col",
  "embed",
  "wbr",
]);

export class Microdata {
  readonly items: Node[] = [];
  readonly #open: Open[] = [];
  #count = 0;

  open(tag: string, attributes: Record<string, string>): void {
    const property = attributes.itemprop?.trim() || null;
    const isItem = "itemscope" in attributes && this.#count < ITEMS_AT_MOST;
    const item: Node | null = isItem ? { "@type": typeOf(attributes.itemtype ?? "") } : null;
    const parent = this.#itemAround();
    if (item) {
      this.#count += 1;
      if (property && parent) add(parent, property, item);
      else this.items.push(item);
    }
    const value = item || !property ? null : valueOf(tag, attributes);
    if (property && value !== null && parent) add(parent, property, value);
    if (VOID.has(tag) || this.#open.length >= DEPTH_AT_MOST) return;
    const readsText = property !== null && item === null && value === null;
    this.#open.push({ tag, item, property, text: readsText ? [] : null, length: 0 });
  }

  text(text: string): void {
    for (const open of this.#open) {
      if (!open.text || open.length > TEXT_MAX) continue;
      open.text.push(text);
      open.length += text.length;
    }
  }

  close(tag: string): void {
    const at = this.#open.findLastIndex((open) => open.tag === tag);
    if (at < 0) return;
    for (const { property, text } of this.#open.splice(at).toReversed()) {
      const parent = this.#itemAround();
      if (property && text && parent) add(parent, property, text.join("").slice(0, TEXT_MAX));
    }
  }

  #itemAround(): Node | null {
    return this.#open.findLast(({ item }) => item !== null)?.item ?? null;
  }
}

const typeOf = (itemtype: string) =>
  itemtype
    .trim()
    .split(/\s+/)[0]
    ?.replace(/^.*[/#]/, "") ?? "";

function valueOf(tag: string, attributes: Record<string, string>): string | null {
  if (attributes.content !== undefined) return attributes.content.slice(0, TEXT_MAX);
  if (tag === "meta") return "";
  if (tag === "a" || tag === "link" || tag === "area") return attributes.href ?? "";
  if (
    tag === "img" ||
    tag === "source" ||
    tag === "video" ||
    tag === "audio" ||
    tag === "iframe" ||
    tag === "embed"
  )
    return attributes.src ?? attributes["data-src"] ?? "";
  if (tag === "time" && attributes.datetime !== undefined) return attributes.datetime;
  if (tag === "data" && attributes.value !== undefined) return attributes.value;
  return null;
}

function add(item: Node, properties: string, value: unknown): void {
  for (const property of properties.split(/\s+/)) {
    const before = item[property];
    if (before === undefined) item[property] = value;
    else if (Array.isArray(before)) {
      if (before.length < 50) before.push(value);
    } else item[property] = [before, value];
  }
}
