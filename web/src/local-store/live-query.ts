import { liveQuery } from "dexie";
import { heldReads } from "./pause-live-queries";
import type { LocalStore } from "./local-store";
import { troubleOf } from "./storage-errors";
import { hasSynced } from "./sync-meta";

/** The first time at once, then after a second, and twice as long each time. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** By then a server that can be reached has answered. */
export const FILLED_WITHIN_MS = 10_000;

export type Watcher<T> = {
  next: (value: T) => void;
  error: (error: unknown) => void;
  /** Somebody shows an answer already, which was read before the store was here. */
  hasAnswered?: boolean;
};

/**
 * A live query that outlives trouble with the store: its last answer stands until the store is open again, and is then
 * asked for anew. An owner in the middle of typing notices nothing. Returns how to stop.
 *
 * Opening a store anew closes it under everybody else, and need not help: of a damaged row it does not. So a query that fails again and
 * again asks for that ever more rarely, until it answers. Each has a pause of its own: in one for all, those that only the
 * closing disturbed would end it with their next answer, and those that wait for a lost connection would share it.
 *
 * Of a store that the browser has emptied, the last answer stands until syncing has filled it again, for a moment: nothing was deleted.
 */
export function watch<T>(
  store: LocalStore,
  query: (store: LocalStore) => Promise<T>,
  { next, error, hasAnswered = false }: Watcher<T>,
): () => void {
  let failures = 0;
  let emptyAfterAll: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const forgetFailure = () => {
    clearTimeout(reopening);
    reopening = undefined;
  };
  const start = () =>
    // Async itself: only then does Dexie follow what the query reads after it has waited for another async function.
    liveQuery(async () => {
      const held = heldReads(store);
      // In here this is Dexie's own promise, which goes on following what is read.
      if (held) await Promise.resolve(held);
      const answer = await query(store);
      // Only now: the question may have been what opened the store.
      return hasAnswered && store.isEmptied && !(await hasSynced(store)) ? NOT_FILLED_YET : answer;
    }).subscribe({
      next(value) {
        forgetFailure();
        failures = 0;
        if (value === NOT_FILLED_YET) {
          emptyAfterAll ??= setTimeout(startAnew, FILLED_WITHIN_MS);
          return;
        }
        hasAnswered = true;
        next(value);
      },
      error(failure: unknown) {
        if (troubleOf(failure) === null) return error(failure);
        // Where this fails too, syncing tries again and again.
        reopening ??= setTimeout(() => void store.reopen().catch(() => undefined), pauseAfter(failures++));
      },
    });
  const startAnew = () => {
    clearTimeout(emptyAfterAll);
    emptyAfterAll = undefined;
    running.unsubscribe();
    running = start();
  };
  let running = start();
  const stopListening = store.onReopened(() => {
    // Whoever opened it: it is asked once more before it is opened again.
    forgetFailure();
    startAnew();
  });
  return () => {
    stopListening();
    clearTimeout(emptyAfterAll);
    forgetFailure();
    running.unsubscribe();
  };
}

const NOT_FILLED_YET = Symbol("not filled yet");

const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
