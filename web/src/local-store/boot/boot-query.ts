import type { ReadableStore } from "#local-store/readable-store";

/** What can be asked of a store before its code is here. */
export type EarlyQuery<A extends readonly unknown[], T> = (store: ReadableStore, ...args: A) => Promise<T>;

const earlyQueries = new WeakSet<object>();

/** Marks a query of what first screens show. */
export function early<A extends readonly unknown[], T>(query: EarlyQuery<A, T>): EarlyQuery<A, T> {
  earlyQueries.add(query);
  return query;
}

export const isEarly = <A extends readonly unknown[], T>(
  query: (store: never, ...args: A) => Promise<T>,
): query is EarlyQuery<A, T> => earlyQueries.has(query);
