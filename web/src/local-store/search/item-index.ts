/**
 * The index behind every search box, in memory, because IndexedDB cannot search inside a text. It fills in
 * steps when the owner first goes to a search box, then follows the changes of all tabs.
 */
import { type ItemRow, SEARCHED_ITEM_FIELDS } from "@shelv/contract/rows/item";
import type { ObservabilitySet, RangeSet } from "dexie";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { LocalStore } from "#local-store/local-store";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import { loadCode } from "#local-store/boot/load-code";
import { hasWords, searchable, wordsOf } from "./search-text";
import { useStoreHandle } from "#local-store/boot/store-context";

const ROWS_PER_STEP = 500;

export class ItemIndex {
  readonly #handle: StoreHandle;
  #entries = new Map<string, Entry>();
  /** A read in progress: until it ends, `find` uses the old entries. */
  #next: Map<string, Entry> | null = null;
  readonly #listeners = new Set<() => void>();
  #filled: Promise<void> | null = null;
  #isFull = false;
  #version = 0;
  #last: { words: readonly string[]; found: Found } | null = null;

  constructor(handle: StoreHandle) {
    this.#handle = handle;
  }

  /** Resolves when it has all items, or a newer read replaced this one. */
  fill(): Promise<void> {
    return (this.#filled ??= this.#start());
  }

  /** Null for an empty query and while the index fills. */
  find(query: string): Found | null {
    const words = wordsOf(query);
    if (words.length === 0 || !this.#isFull) return null;
    const found = this.#itemsWith(words);
    this.#last = { words, found };
    return found;
  }

  /** A longer query matches only items that the shorter one matched. */
  #itemsWith(words: readonly string[]): Found {
    const found = new Map<string, ItemRow>();
    if (this.#last && isNarrower(words, this.#last.words)) {
      for (const [id, item] of this.#last.found)
        if (hasWords(this.#entries.get(id)?.text ?? "", words)) found.set(id, item);
      return found;
    }
    for (const [id, { item, text }] of this.#entries) if (hasWords(text, words)) found.set(id, item);
    return found;
  }

  get version(): number {
    return this.#version;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #start(): Promise<void> {
    const [store, { Dexie, RangeSet }] = await Promise.all([
      this.#handle.loaded(),
      loadCode(() => import("dexie")),
    ]);
    const reread = () => this.#reread(store);
    // Before it reads, so that it misses no change.
    Dexie.on("storagemutated", (changed) => {
      const ids = changedIds(changed, `idb://${store.name}/items/`, RangeSet);
      if (ids === "all") reread();
      else if (ids.length > 0) void this.#follow(store, ids).catch(reread);
    });
    store.onReopened(reread);
    await this.#readAll(store);
  }

  async #readAll(store: LocalStore): Promise<void> {
    const entries = new Map<string, Entry>();
    this.#next = entries;
    let after = "";
    for (;;) {
      const rows = await store.items.where("id").above(after).limit(ROWS_PER_STEP).toArray();
      if (this.#next !== entries) return;
      for (const row of rows) entries.set(row.id, entryOf(row));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    this.#entries = entries;
    this.#next = null;
    this.#isFull = true;
    this.#publish();
  }

  async #follow(store: LocalStore, ids: string[]): Promise<void> {
    const rows = await store.items.bulkGet(ids);
    for (const entries of [this.#entries, this.#next ?? this.#entries]) {
      for (const [at, id] of ids.entries()) {
        const row = rows[at];
        if (row) entries.set(id, entryOf(row));
        else entries.delete(id);
      }
    }
    this.#publish();
  }

  /** After changes that do not name single rows. Errors come from a closed store. */
  #reread(store: LocalStore): void {
    void this.#readAll(store).catch(() => undefined);
  }

  #publish(): void {
    this.#version += 1;
    this.#last = null;
    for (const listener of this.#listeners) listener();
  }
}

export type Found = ReadonlyMap<string, ItemRow>;

type Entry = { item: ItemRow; text: string };

const entryOf = (item: ItemRow): Entry => ({
  item,
  text: searchable(SEARCHED_ITEM_FIELDS.map((field) => item[field]).join("\n")),
});

const isNarrower = (words: readonly string[], than: readonly string[]) =>
  than.every((word) => words.some((longer) => longer.includes(word)));

/** Dexie reports written keys as ranges; a range of more than one key may mean any row. */
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

function itemIndexOf(store: StoreHandle): ItemIndex {
  const known = indexes.get(store) ?? new ItemIndex(store);
  indexes.set(store, known);
  return known;
}

export function useItemSearch(query: string): Found | null {
  const index = itemIndexOf(useStoreHandle());
  const version = useSyncExternalStore(
    useCallback((listener) => index.onChange(listener), [index]),
    () => index.version,
  );
  useEffect(() => {
    if (query !== "") void index.fill();
  }, [index, query]);
  // oxlint-disable-next-line react/exhaustive-deps -- a new version may change the result of the same query
  return useMemo(() => index.find(query), [index, query, version]);
}
