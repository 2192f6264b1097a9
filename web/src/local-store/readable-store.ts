/**
 * What queries of the first screen read. Dexie provides it, and before it is loaded plain IndexedDB
 * (boot/idb-reader.ts).
 */
import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { NoticeRow } from "@shelv/contract/rows/notice";
import type { OwnerRow, OwnerTable, SingleRow } from "@shelv/contract/rows/owner-tables";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { SocialLinkRow } from "@shelv/contract/rows/social-link";
import type { LastKnown, LocalPicture, OutboxEntry, RejectedEntry, SyncMeta } from "./schema";

export interface ReadableRows<T, K> {
  limit(maxRows: number): ReadableRows<T, K>;
  toArray(): PromiseLike<T[]>;
  primaryKeys(): PromiseLike<K[]>;
  count(): PromiseLike<number>;
}

export interface ReadableTable<T, K> {
  get(key: K): PromiseLike<T | undefined>;
  bulkGet(keys: K[]): PromiseLike<(T | undefined)[]>;
  toArray(): PromiseLike<T[]>;
  count(): PromiseLike<number>;
  toCollection(): ReadableRows<T, K>;
  /** `between` excludes the upper bound. */
  where(field: string): {
    equals(value: string): ReadableRows<T, K>;
    above(value: number): ReadableRows<T, K>;
    between(lowest: IDBValidKey[], highest: IDBValidKey[]): ReadableRows<T, K>;
  };
}

export interface ReadableStore {
  readonly shelves: ReadableTable<ShelfRow, string>;
  readonly categories: ReadableTable<CategoryRow, string>;
  readonly items: ReadableTable<ItemRow, string>;
  readonly socialLinks: ReadableTable<SocialLinkRow, string>;
  readonly singles: ReadableTable<SingleRow, string>;
  readonly notices: ReadableTable<NoticeRow, string>;
  readonly outbox: ReadableTable<OutboxEntry, number>;
  readonly rejected: ReadableTable<RejectedEntry, string>;
  readonly pictures: ReadableTable<LocalPicture, string>;
  readonly meta: ReadableTable<SyncMeta, "sync">;
  readonly lastKnown: ReadableTable<LastKnown, string>;
  view<T extends OwnerTable>(table: T): ReadableTable<OwnerRow<T>, string>;
}

export type BootQuery<A extends readonly unknown[], T> = (store: ReadableStore, ...args: A) => Promise<T>;

const bootQueries = new WeakSet<object>();

/** The first screen may run it before the store's code is loaded. */
export function bootQuery<A extends readonly unknown[], T>(query: BootQuery<A, T>): BootQuery<A, T> {
  bootQueries.add(query);
  return query;
}

export const isBootQuery = <A extends readonly unknown[], T>(
  query: (store: never, ...args: A) => Promise<T>,
): query is BootQuery<A, T> => bootQueries.has(query);

export type QueryCache = Map<unknown, Map<string, unknown>>;
