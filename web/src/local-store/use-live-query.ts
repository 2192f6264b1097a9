import { useCallback, useRef, useSyncExternalStore } from "react";
import { afterFirstScreen } from "#boot/first-screen";
import { useStoreHandle } from "#local-store/boot/store-context";
import { cachedQuery, type Query } from "./live-query/query-cache";

/**
 * The store in `StoreContext` answers; undefined until the first result. While changed arguments are read,
 * the last result stays. Define the query at module level.
 */
export function useLiveQuery<A extends readonly unknown[], T>(query: Query<A, T>, ...args: A): T | undefined {
  return useQuery(query, args, begin);
}

/** `later`: after the first screen, which does not need it. */
export function useLiveQueryFor<A extends readonly unknown[], T>(
  need: "now" | "later",
  query: Query<A, T>,
  ...args: A
): T | undefined {
  return useQuery(query, args, need === "later" ? afterFirstScreen : begin);
}

type Begin = (subscribe: () => () => void) => () => void;

const begin: Begin = (subscribe) => subscribe();

function useQuery<A extends readonly unknown[], T>(
  query: Query<A, T>,
  args: A,
  startWith: Begin,
): T | undefined {
  const cached = cachedQuery(useStoreHandle(), query, args);
  const last = useRef<T | undefined>(undefined);
  const subscribe = useCallback(
    (listener: () => void) => startWith(() => cached.subscribe(listener)),
    [cached, startWith],
  );
  return useSyncExternalStore(subscribe, () => {
    if (cached.result === null) return last.current;
    if ("error" in cached.result) throw cached.result.error;
    return (last.current = cached.result.value);
  });
}
