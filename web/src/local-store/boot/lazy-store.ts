import type { Answers } from "#local-store/query-cache";
import { databaseName, STORE_VERSION } from "#local-store/schema";
import { loadCode } from "./load-code";
import type { LocalStore } from "#local-store/local-store";
import { openPlainDatabase } from "./idb-reader";
import { plainStore } from "./plain-store";
import type { ReadableStore } from "#local-store/readable-store";
import { storageSettled } from "./storage-fallback";
import type { StoreHandle } from "./store-handle";
import { hasSynced } from "#local-store/sync-meta";

/**
 * A store whose code comes after the first screen. Until it has opened the database itself, this one has it open for reading, and hears
 * when another tab deletes it.
 */
export class ComingStore implements StoreHandle {
  readonly userId: string;
  readonly answers: Answers = new Map();
  #isGone = false;
  #here: LocalStore | null = null;
  #wasFilled = false;
  readonly #gone = new Set<() => void>();
  #early: ReturnType<typeof openPlainDatabase> | undefined;
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
    this.#gone.add(listener);
    return () => this.#gone.delete(listener);
  }

  async early(): Promise<ReadableStore | null> {
    if (this.#here) return null;
    this.#early ??= this.#openEarly();
    const database = await this.#early;
    return database && plainStore(database);
  }

  loaded(): Promise<LocalStore> {
    return (this.#loading ??= this.#load());
  }

  async #openEarly() {
    await storageSettled();
    const database = await openPlainDatabase(
      databaseName(this.userId),
      STORE_VERSION,
      (isDeleted) => isDeleted && this.#end(),
    );
    if (database)
      hasSynced(plainStore(database)).then(
        (wasFilled) => (this.#wasFilled = wasFilled),
        () => undefined,
      );
    return database;
  }

  async #load(): Promise<LocalStore> {
    const { LocalStore } = await loadCode(() => import("#local-store/local-store"));
    const store = new LocalStore(this.userId, {}, { answers: this.answers, wasFilled: this.#wasFilled });
    if (this.#isGone) store.end();
    store.onGone(() => this.#end());
    store.on("ready", () => void this.#early?.then((database) => database?.close()), true);
    return (this.#here = store);
  }

  #end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    // It may be about to open what is deleted.
    if (this.#here?.isGone === false) this.#here.end();
    for (const listener of this.#gone) listener();
  }
}
