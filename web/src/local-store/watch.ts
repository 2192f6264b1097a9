import { liveQuery } from "dexie";
import { heldReads } from "./held-reads";
import type { LocalStore } from "./local-store";
import { troubleOf } from "./store-trouble";

/**
 * A live query that outlives trouble with the store: its last answer stands until the store is open again, and is then
 * asked for anew. An owner in the middle of typing notices nothing. Returns how to stop.
 */
export function watch<T>(
  store: LocalStore, query: (store: LocalStore) => Promise<T>, { next, error }: { next: (value: T) => void; error: (error: unknown) => void },
): () => void {
  const start = () =>
    // Async itself: only then does Dexie follow what the query reads after it has waited for another async function.
    liveQuery(async () => {
      const held = heldReads(store);
      // In here this is Dexie's own promise, which goes on following what is read.
      if (held) await Promise.resolve(held);
      return query(store);
    }).subscribe({
      next,
      error(failure: unknown) {
        if (troubleOf(failure) === null) return error(failure);
        // Where this fails too, syncing tries again and again.
        void store.reopen().catch(() => undefined);
      },
    });
  let running = start();
  const forgetReopening = store.onReopened(() => {
    running.unsubscribe();
    running = start();
  });
  return () => {
    forgetReopening();
    running.unsubscribe();
  };
}
