import type { ReadableStore } from "#local-store/readable-store";

/** A query that runs on plain IndexedDB too, before the store's code is loaded. */
export type BootQuery<A extends readonly unknown[], T> = (store: ReadableStore, ...args: A) => Promise<T>;

const bootQueries = new WeakSet<object>();

/** Marks a query of a first screen. */
export function bootQuery<A extends readonly unknown[], T>(query: BootQuery<A, T>): BootQuery<A, T> {
  bootQueries.add(query);
  return query;
}

export const isBootQuery = <A extends readonly unknown[], T>(
  query: (store: never, ...args: A) => Promise<T>,
): query is BootQuery<A, T> => bootQueries.has(query);
