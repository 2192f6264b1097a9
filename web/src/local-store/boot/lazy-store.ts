import type { LocalStore } from "#local-store/local-store";
import { isBootQuery, type QueryCache, type ReadableStore } from "#local-store/readable-store";
import { databaseName, STORE_VERSION } from "#local-store/schema";
import { hasSynced } from "#local-store/sync-meta";
import { openIdbReader, storeReader } from "./idb-reader";
import { loadCode } from "./load-code";
import { storageChosen } from "#local-store/storage-fallback";

export interface StoreHandle {
  readonly userId: string;
  readonly isGone: boolean;
  onGone(listener: () => void): () => void;
  readonly queryCache: QueryCache;
  /** Null if the database cannot be read without the store's code, or once that is loaded. */
  bootReader(): Promise<ReadableStore | null>;
  readonly here: LocalStore | null;
  /** The first call requests the code and retries until it arrives. */
  loaded(): Promise<LocalStore>;
}

/**
 * Runs `read` once the store is loaded, a boot query at once. Rejects if the store cannot be opened or read.
 */
export async function readStore<T>(handle: StoreHandle, read: (store: LocalStore) => Promise<T>): Promise<T> {
  if (isBootQuery(read)) {
    const reader = await handle.bootReader();
    if (reader) return read(reader);
  }
  return read(await handle.loaded());
}

/** Until Dexie has opened the database, it reads over its own connection. */
export class LazyStore implements StoreHandle {
  readonly userId: string;
  readonly queryCache: QueryCache = new Map();
  #isGone = false;
  #here: LocalStore | null = null;
  #wasFilled = false;
  readonly #goneListeners = new Set<() => void>();
  #reader: ReturnType<typeof openIdbReader> | undefined;
  #loading: Promise<LocalStore> | undefined;

  constructor(userId: string) {
    this.userId = userId;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  get here(): LocalStore | null {
    return this.#here;
  }

  onGone(listener: () => void): () => void {
    this.#goneListeners.add(listener);
    return () => this.#goneListeners.delete(listener);
  }

  async bootReader(): Promise<ReadableStore | null> {
    if (this.#here) return null;
    this.#reader ??= this.#openReader();
    const reader = await this.#reader;
    return reader && storeReader(reader);
  }

  loaded(): Promise<LocalStore> {
    return (this.#loading ??= this.#load());
  }

  async #openReader() {
    await storageChosen();
    const reader = await openIdbReader(
      databaseName(this.userId),
      STORE_VERSION,
      (isDeleted) => isDeleted && this.#end(),
    );
    if (reader)
      hasSynced(storeReader(reader)).then(
        (wasFilled) => (this.#wasFilled = wasFilled),
        () => undefined,
      );
    return reader;
  }

  async #load(): Promise<LocalStore> {
    const { LocalStore } = await loadCode(() => import("#local-store/local-store"));
    const store = new LocalStore(
      this.userId,
      {},
      { queryCache: this.queryCache, wasFilled: this.#wasFilled },
    );
    if (this.#isGone) store.end();
    store.onGone(() => this.#end());
    store.on("ready", () => void this.#reader?.then((reader) => reader?.close()), true);
    return (this.#here = store);
  }

  #end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    // The store may be about to open the deleted database.
    if (this.#here?.isGone === false) this.#here.end();
    for (const listener of this.#goneListeners) listener();
  }
}
