import { liveQuery } from "dexie";
import { liveQueriesPaused } from "./pause-live-queries";
import type { ReadableStore } from "#local-store/readable-store";
import { storageErrorKind } from "#local-store/storage-errors";
import { hasSynced } from "#local-store/sync-meta";

/** The first retry is immediate, the second after this pause, and each pause is twice the last. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that can be reached has answered within this time. */
export const FILLED_WITHIN_MS = 10_000;

/** The part of `LocalStore` used here: the store imports this file. */
export type ObservableStore = Pick<ReadableStore, "meta"> & {
  readonly isEmptied: boolean;
  reopen(): Promise<void>;
  onReopened(listener: () => void): () => void;
};

export type QueryObserver<T> = {
  next: (value: T) => void;
  error: (error: unknown) => void;
  /** A value is on the screen already, read before the store was loaded. */
  hasValue?: boolean;
};

/**
 * A live query that survives storage errors: its last value stays until the store is open again. Returns the
 * cleanup. A query that keeps failing reopens the store with an exponential backoff of its own: reopening
 * closes the store under every other query and repairs no damaged row, and the next value of another query
 * would reset a shared backoff.
 * If the browser has emptied the store, the last value stays until a pull has filled it again, for a short
 * time.
 */
export function observeQuery<S extends ObservableStore, T>(
  store: S,
  query: (store: S) => Promise<T>,
  { next, error, hasValue = false }: QueryObserver<T>,
): () => void {
  let failures = 0;
  let isOver = false;
  let stillEmpty: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const cancelReopening = () => {
    clearTimeout(reopening);
    reopening = undefined;
  };
  const start = () =>
    // This function is async itself: only then does Dexie track what the query reads after it has awaited
    // another async function.
    liveQuery(async () => {
      const paused = liveQueriesPaused(store);
      // In here this is Dexie's own promise, which keeps tracking what is read.
      if (paused) await Promise.resolve(paused);
      const value = await query(store);
      // Checked last: the query may have opened the store.
      return hasValue && store.isEmptied && !(await hasSynced(store)) ? NOT_FILLED_YET : value;
    }).subscribe({
      next(value) {
        cancelReopening();
        failures = 0;
        if (value === NOT_FILLED_YET) {
          stillEmpty ??= setTimeout(restart, FILLED_WITHIN_MS);
          return;
        }
        hasValue = true;
        next(value);
      },
      error(failure: unknown) {
        if (storageErrorKind(failure) === null) return error(failure);
        reopenLater();
      },
    });
  const reopenLater = () => {
    reopening ??= setTimeout(() => {
      void store.reopen().catch((failure: unknown) => {
        reopening = undefined;
        if (!isOver && storageErrorKind(failure) !== "gone") reopenLater();
      });
    }, pauseAfter(failures++));
  };
  const restart = () => {
    clearTimeout(stillEmpty);
    stillEmpty = undefined;
    running.unsubscribe();
    running = start();
  };
  let running = start();
  const stopListening = store.onReopened(() => {
    // The query runs once more before it reopens the store itself.
    cancelReopening();
    restart();
  });
  return () => {
    isOver = true;
    stopListening();
    clearTimeout(stillEmpty);
    cancelReopening();
    running.unsubscribe();
  };
}

const NOT_FILLED_YET = Symbol("not filled yet");

const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
