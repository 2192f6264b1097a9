/**
 * As much of a store as is read before the first screen stands: Dexie answers it, and so does plain IndexedDB (plain-store.ts), which is
 * there before Dexie is. A query that is asked ahead asks for this.
 */
import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import type { NoticeRow } from "@shelv/contract/notice";
import type { OwnerRow, OwnerTable, SingleRow } from "@shelv/contract/owner-tables";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { SocialLinkRow } from "@shelv/contract/social-link";
import type { LastKnown, LocalPicture, OutboxEntry, RejectedEntry, SyncMeta } from "./schema";

export interface ReadableRows<T, K> {
  limit(settleWithin: number): ReadableRows<T, K>;
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
  /** `field` is the primary key or an index; what lies `between` is below the highest. */
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
