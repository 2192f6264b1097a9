import { useObservable } from "dexie-react-hooks";
import type { LocalStore } from "./local-store";
import { watch } from "./watch";

/** What a store answers to a query, as it stands; undefined until it has first answered. `deps` are what the query is made of. */
export function useWatch<T>(store: LocalStore, query: (store: LocalStore) => Promise<T>, deps: readonly unknown[]): T | undefined {
  return useObservable(
    () => ({
      subscribe: (next: (value: T) => void, error?: (error: unknown) => void) =>
        watch(store, query, { next, error: (failure) => error?.(failure) }),
      hasValue: () => false,
    }),
    [store, ...deps],
  );
}
