import type { Answers } from "#local-store/query-cache";
import type { LocalStore } from "#local-store/local-store";
import type { ReadableStore } from "#local-store/readable-store";

/** An account's store, for a screen that may stand before the store's code is here. A `LocalStore` is a handle of its own. */
export interface StoreHandle {
  readonly userId: string;
  /** Whether it was deleted. */
  readonly isGone: boolean;
  /** Calls when it was deleted. Returns how to stop listening. */
  onGone(listener: () => void): () => void;
  /** What was asked of it. */
  readonly answers: Answers;
  /** What can be read of it without its code; null where that is nothing, and once the code is here. */
  early(): Promise<ReadableStore | null>;
  /** The store itself; null until it has been loaded. */
  readonly here: LocalStore | null;
  /** Resolves with the store itself. Its code is fetched when this is first called, and asked for until it comes. */
  loaded(): Promise<LocalStore>;
}
