/**
 * Caches live queries by function and arguments; readers share one subscription. A screen's queries run while
 * its code loads, so it renders once: with 10,000 items the list is in the first frame instead of the
 * seventh.
 */
import { dequal } from "dequal";
import { firstScreen } from "#boot/first-screen";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import type { LocalStore } from "#local-store/local-store";
import { type ReadableStore, isBootQuery } from "#local-store/readable-store";

/**
 * The function is a cache key: define it at module level. Arguments count as JSON. Results are compared as
 * plain data and maps: two Blobs would be equal.
 */
export type Query<A extends readonly unknown[], T> = (store: LocalStore, ...args: A) => Promise<T>;

/** The next screen reuses the results of the last. */
const CACHED_MS = 1000;
/** A slow phone needs this long to render a screen. */
const PREFETCHED_MS = 10_000;

export type QueryResult<T> = { value: T } | { error: unknown };

export class CachedQuery<T> {
  /** Null until the first result. An error is a bug: while the storage fails, the last value stays. */
  result: QueryResult<T> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #start: (query: CachedQuery<T>) => () => void;
  readonly #remove: (query: CachedQuery<T>) => void;
  #stop: (() => void) | null = null;
  #resolveFirst: () => void = () => undefined;
  readonly firstResult = new Promise<void>((resolve) => (this.#resolveFirst = resolve));
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(start: (query: CachedQuery<T>) => () => void, remove: (query: CachedQuery<T>) => void) {
    this.#start = start;
    this.#remove = remove;
    this.#endAfter(CACHED_MS);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    clearTimeout(this.#ending);
    this.#listeners.add(listener);
    this.#stop ??= this.#start(this);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#endAfter(CACHED_MS);
    };
  };

  prefetch(): void {
    this.#stop ??= this.#start(this);
    if (this.#listeners.size === 0) this.#endAfter(PREFETCHED_MS);
  }

  publish(result: QueryResult<T>): void {
    if (dequal(this.result, result)) return;
    this.result = result;
    this.#resolveFirst();
    for (const listener of this.#listeners) listener();
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      this.#stop?.();
      this.#stop = null;
      this.#remove(this);
    }, ms);
  }
}

export function cachedQuery<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  args: A,
): CachedQuery<T> {
  const byArgs = inMap(store.queryCache, query, () => new Map()) as Map<string, CachedQuery<T>>;
  const key = JSON.stringify(args);
  return inMap(
    byArgs,
    key,
    () =>
      new CachedQuery<T>(
        (cached) => run(store, query, args, cached),
        (cached) => {
          if (byArgs.get(key) === cached) byArgs.delete(key);
        },
      ),
  );
}

export function prefetchQuery<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  ...args: A
): Promise<void> {
  const cached = cachedQuery(store, query, args);
  cached.prefetch();
  return cached.firstResult;
}

/** For all arguments, before the store's own result arrives. */
export function patchQuery<A extends readonly unknown[], T>(
  store: Pick<StoreHandle, "queryCache">,
  query: Query<A, T>,
  patch: (value: T) => T,
): void {
  const byArgs = store.queryCache.get(query) as Map<string, CachedQuery<T>> | undefined;
  for (const cached of byArgs?.values() ?? []) {
    if (cached.result === null || "error" in cached.result) continue;
    const value = patch(cached.result.value);
    if (value !== cached.result.value) cached.publish({ value });
  }
}

/** A query with a result waits for the first screen: the store's code is much of what a slow phone loads. */
function run<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  args: A,
  cached: CachedQuery<T>,
): () => void {
  let isOver = false;
  let stop = () => {};
  const start = async () => {
    if (cached.result === null && isBootQuery(query))
      await runAtBoot(store, (reader) => query(reader, ...args), cached);
    if (cached.result !== null) await firstScreen;
    const loaded = await store.loaded();
    if (isOver) return;
    stop = loaded.observe((of) => query(of, ...args), {
      next: (value) => cached.publish({ value }),
      error: (error) => cached.publish({ error }),
      hasValue: cached.result !== null,
    });
  };
  void start();
  return () => {
    isOver = true;
    stop();
  };
}

/** Errors are left to the store. */
async function runAtBoot<T>(
  store: StoreHandle,
  query: (store: ReadableStore) => Promise<T>,
  cached: CachedQuery<T>,
): Promise<void> {
  try {
    const reader = await store.bootReader();
    if (reader === null) return;
    const value = await query(reader);
    if (cached.result === null) cached.publish({ value });
  } catch {
    // The store runs the query again.
  }
}

function inMap<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
