import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Query } from "./query-cache";
import { answerTo } from "./ask";
import type { StoreHandle } from "#local-store/boot/store-handle";

/** Takes what is to begin, and returns how to end it. */
type Begin = (begin: () => () => void) => () => void;

const atOnce: Begin = (begin) => begin();

/**
 * What a store answers to a query, as it stands; undefined until it has first answered. Where the question changes, what was answered
 * before stands until the new answer comes. `begin` says when it may be asked.
 */
export function useAnswer<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  args: A,
  begin: Begin = atOnce,
): T | undefined {
  const answer = answerTo(store, query, args);
  const shown = useRef<T | undefined>(undefined);
  const subscribe = useCallback(
    (listener: () => void) => begin(() => answer.subscribe(listener)),
    [answer, begin],
  );
  return useSyncExternalStore(subscribe, () => {
    if (answer.last === null) return shown.current;
    if ("error" in answer.last) throw answer.last.error;
    return (shown.current = answer.last.value);
  });
}
