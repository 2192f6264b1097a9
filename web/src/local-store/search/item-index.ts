/**
 * The one index behind every search box: each item and what can be searched of it, in memory. IndexedDB finds no text inside a
 * text, and reading ten thousand rows at every keystroke would take longer than a keystroke; what is found is drawn with the same
 * rows, at once. It is filled when somebody first goes to a search box, in steps that leave room for typing, and then follows
 * what changes in the store, whichever tab it was.
 */
import type { ItemRow } from "@shelv/contract/item";
import type { ObservabilitySet, RangeSet } from "dexie";
import type { LocalStore } from "#local-store/local-store";
import type { StoreHandle } from "#local-store/boot/store-handle";
import { loadCode } from "#local-store/boot/load-code";
import { hasWords, searchable, wordsOf } from "./search-text";

const ROWS_A_STEP = 500;

export class ItemIndex {
  readonly #handle: StoreHandle;
  #entries = new Map<string, Entry>();
  /** What is being read anew; what was known is searched until then. */
  #coming: Map<string, Entry> | null = null;
  readonly #listeners = new Set<() => void>();
  #filled: Promise<void> | null = null;
  #isFull = false;
  #version = 0;
  /** What was asked last, and still holds. */
  #last: { words: readonly string[]; found: Found } | null = null;

  constructor(handle: StoreHandle) {
    this.#handle = handle;
  }

  /** Fills it, once; resolves when all items are in it, unless something has them read anew by then. */
  fill(): Promise<void> {
    return (this.#filled ??= this.#start());
  }

  /** The items that have all words of the query, by their ids; null where it asks for nothing, and while the index is being filled. */
  find(query: string): Found | null {
    const words = wordsOf(query);
    if (words.length === 0 || !this.#isFull) return null;
    const found = this.#among(words);
    this.#last = { words, found };
    return found;
  }

  /** Whoever types on asks for less and less: only what was found before can still be. */
  #among(words: readonly string[]): Found {
    const found = new Map<string, ItemRow>();
    if (this.#last && asksForMore(words, this.#last.words)) {
      for (const [id, item] of this.#last.found)
        if (hasWords(this.#entries.get(id)?.text ?? "", words)) found.set(id, item);
      return found;
    }
    for (const [id, { item, text }] of this.#entries) if (hasWords(text, words)) found.set(id, item);
    return found;
  }

  /** Rises whenever an answer may be another. */
  get version(): number {
    return this.#version;
  }

  /** Calls after each change. Returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #start(): Promise<void> {
    const [store, { Dexie, RangeSet }] = await Promise.all([
      this.#handle.loaded(),
      loadCode(() => import("dexie")),
    ]);
    const readAnew = () => this.#readAnew(store);
    // First, so that no change falls between reading and listening.
    Dexie.on("storagemutated", (changed) => {
      const ids = changedIds(changed, `idb://${store.name}/items/`, RangeSet);
      if (ids === "all") readAnew();
      else if (ids.length > 0) void this.#follow(store, ids).catch(readAnew);
    });
    store.onReopened(readAnew);
    await this.#readAll(store);
  }

  async #readAll(store: LocalStore): Promise<void> {
    const entries = new Map<string, Entry>();
    this.#coming = entries;
    let after = "";
    for (;;) {
      const rows = await store.items.where("id").above(after).limit(ROWS_A_STEP).toArray();
      if (this.#coming !== entries) return;
      for (const row of rows) entries.set(row.id, entryOf(row));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    this.#entries = entries;
    this.#coming = null;
    this.#isFull = true;
    this.#tell();
  }

  async #follow(store: LocalStore, ids: string[]): Promise<void> {
    const rows = await store.items.bulkGet(ids);
    for (const entries of [this.#entries, this.#coming ?? this.#entries]) {
      for (const [at, id] of ids.entries()) {
        const row = rows[at];
        if (row) entries.set(id, entryOf(row));
        else entries.delete(id);
      }
    }
    this.#tell();
  }

  /** What cannot be followed row by row is read anew. Where the store is closed there is nothing to search either. */
  #readAnew(store: LocalStore): void {
    void this.#readAll(store).catch(() => undefined);
  }

  #tell(): void {
    this.#version += 1;
    this.#last = null;
    for (const listener of this.#listeners) listener();
  }
}

/** As they stand in the store. */
export type Found = ReadonlyMap<string, ItemRow>;

type Entry = { item: ItemRow; text: string };

const entryOf = (item: ItemRow): Entry => ({
  item,
  text: searchable([item.title, item.url, item.description, item.price].join("\n")),
});

/** Whether what has all of these words has all of those too. */
const asksForMore = (words: readonly string[], than: readonly string[]) =>
  than.every((word) => words.some((longer) => longer.includes(word)));

/** Dexie tells which primary keys were written, as ranges; a range that is no single key may be anything. */
function changedIds(changed: ObservabilitySet, part: string, Ranges: typeof RangeSet): string[] | "all" {
  if ("all" in changed) return "all";
  const ranges = changed[part];
  if (!ranges) return [];
  const ids: string[] = [];
  for (const { from, to } of new Ranges().add(ranges)) {
    if (typeof from !== "string" || from !== to) return "all";
    ids.push(from);
  }
  return ids;
}

const indexes = new WeakMap<StoreHandle, ItemIndex>();

export function itemIndexOf(store: StoreHandle): ItemIndex {
  const known = indexes.get(store) ?? new ItemIndex(store);
  indexes.set(store, known);
  return known;
}
