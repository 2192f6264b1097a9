import { useRef, useSyncExternalStore } from "react";
import { answerTo, type Query } from "./answers";
import type { LocalStore } from "./local-store";

/**
 * What a store answers to a query, as it stands; undefined until it has first answered. Where the question changes, what was answered
 * before stands until the new answer comes.
 */
export function useAnswer<A extends readonly unknown[], T>(store: LocalStore, query: Query<A, T>, args: A): T | undefined {
  const answer = answerTo(store, query, args);
  const shown = useRef<T | undefined>(undefined);
  return useSyncExternalStore(answer.subscribe, () => {
    if (answer.last === null) return shown.current;
    if ("error" in answer.last) throw answer.last.error;
    return (shown.current = answer.last.value);
  });
}
