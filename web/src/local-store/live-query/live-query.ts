import { liveQuery } from "dexie";
import { liveQueriesPaused } from "./pause-live-queries";
import type { ReadableStore } from "#local-store/readable-store";
import { storageErrorKind } from "#local-store/storage-errors";
import { hasSynced } from "#local-store/sync-meta";

/** The first retry is immediate, the second after this pause, which then doubles. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that can be reached has answered by then. */
export const FILLED_WITHIN_MS = 10_000;

/** Not `LocalStore`, which imports this file. */
export type ObservableStore = Pick<ReadableStore, "meta"> & {
  readonly isEmptied: boolean;
  reopen(): Promise<void>;
  onReopened(listener: () => void): () => void;
};

export type QueryObserver<T> = {
  next: (value: T) => void;
  error: (error: unknown) => void;
  hasValue?: boolean;
};

/**
 * A live query that survives storage errors: its last value stays until the store is open again and, if the
 * browser has emptied it, until a pull has filled it (`FILLED_WITHIN_MS` at most). Each failing query reopens
 * the store with its own exponential backoff: another query's value would reset a shared one. Returns the
 * cleanup.
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
    // An async function: only then does Dexie track what the query reads after an await of another async
    // function.
    liveQuery(async () => {
      const paused = liveQueriesPaused(store);
      // Here this is Dexie's own promise, which keeps tracking.
      if (paused) await Promise.resolve(paused);
      const value = await query(store);
      // Last: the query may have opened the store.
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
    // It runs once more before it reopens the store.
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
