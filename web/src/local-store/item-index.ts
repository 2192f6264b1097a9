/**
 * The one index behind every search box: what can be searched of each item, in memory. IndexedDB finds no text inside a
 * text, and reading ten thousand rows at every keystroke would take longer than a keystroke. It is filled when somebody
 * first goes to a search box, in steps that leave room for typing, and then follows what changes in the store, whichever
 * tab it was.
 */
import type { ItemRow } from "@shelv/contract/item";
import { Dexie, type ObservabilitySet, RangeSet } from "dexie";
import type { LocalStore } from "./local-store";
import { hasWords, searchable, wordsOf } from "./search-text";

const ROWS_A_STEP = 500;

export class ItemIndex {
  readonly #store: LocalStore;
  readonly #texts = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #filled: Promise<void> | null = null;
  #isFull = false;
  #version = 0;

  constructor(store: LocalStore) {
    this.#store = store;
  }

  /** Fills it, once; resolves when all items are in it. */
  fill(): Promise<void> {
    return (this.#filled ??= this.#start());
  }

  /** The ids of the items that have all words of the query; null where it asks for nothing, and while the index is being filled. */
  find(query: string): ReadonlySet<string> | null {
    const words = wordsOf(query);
    if (words.length === 0 || !this.#isFull) return null;
    return new Set([...this.#texts].filter(([, text]) => hasWords(text, words)).map(([id]) => id));
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
    // First, so that no change falls between reading and listening.
    Dexie.on("storagemutated", (changed) => void this.#follow(changed).catch(() => this.#forget()));
    this.#store.onReopened(() => this.#forget());
    await this.#readAll();
  }

  async #readAll(): Promise<void> {
    let after = "";
    for (;;) {
      const rows = await this.#store.items.where("id").above(after).limit(ROWS_A_STEP).toArray();
      for (const row of rows) this.#texts.set(row.id, textOf(row));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    this.#isFull = true;
    this.#tell();
  }

  async #follow(changed: ObservabilitySet): Promise<void> {
    const ids = changedIds(changed, `idb://${this.#store.name}/items/`);
    if (ids === "all") return this.#forget();
    if (ids.length === 0) return;
    const rows = await this.#store.items.bulkGet(ids);
    for (const [at, id] of ids.entries()) {
      const row = rows[at];
      if (row) this.#texts.set(id, textOf(row));
      else this.#texts.delete(id);
    }
    this.#tell();
  }

  /** What cannot be followed row by row is read anew. Where the store is closed there is nothing to search either. */
  #forget(): void {
    this.#texts.clear();
    void this.#readAll().catch(() => undefined);
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

const textOf = ({ title, url, description, price }: ItemRow) => searchable([title, url, description, price].join("\n"));

/** Dexie tells which primary keys were written, as ranges; a range that is no single key may be anything. */
function changedIds(changed: ObservabilitySet, part: string): string[] | "all" {
  if ("all" in changed) return "all";
  const ranges = changed[part];
  if (!ranges) return [];
  const ids: string[] = [];
  for (const { from, to } of new RangeSet().add(ranges)) {
    if (typeof from !== "string" || from !== to) return "all";
    ids.push(from);
  }
  return ids;
}

const indexes = new WeakMap<LocalStore, ItemIndex>();

export function itemIndexOf(store: LocalStore): ItemIndex {
  const known = indexes.get(store) ?? new ItemIndex(store);
  indexes.set(store, known);
  return known;
}
