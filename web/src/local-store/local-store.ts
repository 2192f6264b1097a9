/**
 * An account's database on this device, shared by all tabs and the service worker.
 * - The tables of `OWNER_TABLES` are the view: the server's rows with this device's pending changes on top.
 * - `outbox` holds the changes in order, with the rows before each (before-images.ts).
 * - `trash` holds rows that this device saw deleted.
 */
import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { NoticeRow } from "@shelv/contract/rows/notice";
import type { OwnerRow, OwnerTable, SingleRow } from "@shelv/contract/rows/owner-tables";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { SocialLinkRow } from "@shelv/contract/rows/social-link";
import type { RestorableTable } from "@shelv/mutators/mutator";
import { type DBCore, Dexie, type DexieOptions, type Middleware, type Table } from "dexie";
import {
  databaseName,
  type LastKnown,
  type LocalPicture,
  type NewEntry,
  type OutboxEntry,
  type RejectedEntry,
  STORE_VERSION,
  type SyncMeta,
  type TrashRow,
} from "./schema";
import type { QueryCache } from "./readable-store";
import { StorageError } from "./storage-errors";
import { hasSynced } from "./sync-meta";
import { FILLED_WITHIN_MS, observeQuery, type QueryObserver } from "./live-query/live-query";

export class LocalStore extends Dexie {
  declare readonly shelves: Table<ShelfRow, string>;
  declare readonly categories: Table<CategoryRow, string>;
  declare readonly items: Table<ItemRow, string>;
  declare readonly socialLinks: Table<SocialLinkRow, string>;
  declare readonly singles: Table<SingleRow, string>;
  declare readonly notices: Table<NoticeRow, string>;
  declare readonly trash: Table<TrashRow, [RestorableTable, string]>;
  declare readonly outbox: Table<OutboxEntry, number, NewEntry>;
  declare readonly rejected: Table<RejectedEntry, string>;
  declare readonly pictures: Table<LocalPicture, string>;
  declare readonly meta: Table<SyncMeta, "sync">;
  declare readonly lastKnown: Table<LastKnown, string>;
  readonly userId: string;
  readonly queryCache: QueryCache;
  /** What only this device has, in this page's memory: survives a browser that empties the store. */
  readonly unsent = {
    pending: new Map<string, NewEntry>(),
    rejected: [] as RejectedEntry[],
    /** By hash: without their bytes, a page can only report them as gone. */
    pictures: new Set<string>(),
  };
  #isGone = false;
  #wasOpened = false;
  #emptiedAt = -Infinity;
  #reopening: Promise<void> | null = null;
  readonly #reopenedListeners = new Set<() => void>();
  readonly #goneListeners = new Set<() => void>();

  /** `before`: the results cached before this code was loaded, and whether the database held rows then. */
  constructor(
    userId: string,
    options?: DexieOptions,
    before: { queryCache: QueryCache; wasFilled: boolean } = { queryCache: new Map(), wasFilled: false },
  ) {
    super(databaseName(userId), options);
    this.userId = userId;
    this.queryCache = before.queryCache;
    this.#wasOpened = before.wasFilled;
    this.use(dexieReadCache);
    // A shelf's index gives ids in order without reading items. Null is in no index: `details` holds only
    // items that wait for a page or a cut-out.
    this.version(STORE_VERSION).stores({
      shelves: "id",
      categories: "id, shelfId",
      items: "id, [shelfId+position], *categoryIds, linkState, details",
      socialLinks: "id",
      singles: "id",
      notices: "id",
      outbox: "++mid, *pictures",
      rejected: "opId",
      trash: "[table+id], shelfId, at",
      pictures: "sha256",
      meta: "key",
      lastKnown: "key",
    });
    this.on("ready", (opened) => this.#onOpened(opened as LocalStore), true);
    // Another tab deletes (sign-out) or upgrades the database and waits for this connection. A deleted store
    // stays closed.
    this.on("versionchange", ({ newVersion }) => {
      if (newVersion === null) this.end();
      else this.close({ disableAutoOpen: false });
      return false;
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The browser has just cleared it, and no pull has filled it again. */
  get isEmptied(): boolean {
    return Date.now() - this.#emptiedAt < FILLED_WITHIN_MS;
  }

  onGone(listener: () => void): () => void {
    this.#goneListeners.add(listener);
    return () => this.#goneListeners.delete(listener);
  }

  /** The database is or will be deleted: nothing opens it again. */
  end(): void {
    this.#isGone = true;
    this.close({ disableAutoOpen: true });
    for (const listener of this.#goneListeners) listener();
  }

  observe<T>(query: (store: LocalStore) => Promise<T>, observer: QueryObserver<T>): () => void {
    return observeQuery<LocalStore, T>(this, query, observer);
  }

  /** Always throws once the database was deleted. */
  reopen(): Promise<void> {
    return (this.#reopening ??= this.#reopenNow().finally(() => (this.#reopening = null)));
  }

  onReopened(listener: () => void): () => void {
    this.#reopenedListeners.add(listener);
    return () => this.#reopenedListeners.delete(listener);
  }

  /** Also when Dexie reopens a database that the browser closed: only then can it have been emptied. */
  async #onOpened(opened: LocalStore): Promise<void> {
    if (this.#wasOpened && !(await hasSynced(opened)) && (await opened.outbox.count()) === 0) {
      this.#emptiedAt = Date.now();
      await opened.rejected.bulkPut(this.unsent.rejected);
    }
    if (this.#wasOpened && this.unsent.pending.size > 0) await this.#restorePending(opened);
    this.#wasOpened = true;
  }

  /** Stores cleared pending changes again; the next pull replays them. */
  async #restorePending({ outbox, rejected }: LocalStore): Promise<void> {
    const lost = async () => {
      const here = new Map(this.unsent.pending);
      await outbox.each(({ opId }) => here.delete(opId));
      await rejected.each(({ opId }) => here.delete(opId));
      return [...here.values()];
    };
    if ((await lost()).length === 0) return;
    await outbox.db.transaction("rw", outbox, rejected, async () => outbox.bulkAdd(await lost()));
  }

  async #reopenNow(): Promise<void> {
    if (this.#isGone) throw new StorageError("gone", null);
    this.close({ disableAutoOpen: false });
    await this.open();
    for (const listener of this.#reopenedListeners) listener();
  }

  view<T extends OwnerTable>(table: T): Table<OwnerRow<T>, string> {
    return this.table(table);
  }
}

/**
 * Lets Dexie cache each read of a transaction: it then reruns only live queries whose result a put row
 * changes, otherwise every query on an index of the table (one changed title reread ten thousand ids). A
 * cached read is valid until the next put or delete: a row that was read as missing is put, never added.
 */
const dexieReadCache: Middleware<DBCore> = {
  stack: "dbcore",
  name: "read-cache",
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name);
      if (table.schema.indexes.length === 0) return table;
      return {
        ...table,
        getMany: (request) => table.getMany({ ...request, cache: request.cache ?? "immutable" }),
      };
    },
  }),
};
