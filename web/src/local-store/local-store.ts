/**
 * What this device holds of one account, and what every screen of the editor reads. The tables of
 * `OWNER_TABLES` are the view: the server's rows with this device's pending changes on top. `outbox` holds the changes in the order they were made,
 * with what the view showed before each (before-images.ts), so that a rebase can take the view back to the confirmed rows and replay
 * the pending changes on newer ones. `trash` holds what this device saw deleted. All tabs and the service worker share this database.
 */
import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import type { NoticeRow } from "@shelv/contract/notice";
import type { OwnerRow, OwnerTable, SingleRow } from "@shelv/contract/owner-tables";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { SocialLinkRow } from "@shelv/contract/social-link";
import type { RestorableTable } from "@shelv/mutators/mutator";
import { Dexie, type DexieOptions, type Table } from "dexie";
import type { Answers } from "./query-cache";
import { knownBefore } from "./dexie-read-cache";
import { bringUpToVersion2, bringUpToVersion5, bringUpToVersion6 } from "./migrations";
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
import { StoreTrouble } from "./storage-errors";
import { hasSynced } from "./sync-meta";
import { FILLED_WITHIN_MS, watch, type Watcher } from "./live-query";

export class LocalStore extends Dexie {
  declare readonly shelves: Table<ShelfRow, string>;
  declare readonly categories: Table<CategoryRow, string>;
  declare readonly items: Table<ItemRow, string>;
  declare readonly socialLinks: Table<SocialLinkRow, string>;
  declare readonly singles: Table<SingleRow, string>;
  declare readonly notices: Table<NoticeRow, string>;
  declare readonly trash: Table<TrashRow, [RestorableTable, string]>;
  declare readonly rejected: Table<RejectedEntry, string>;
  declare readonly pictures: Table<LocalPicture, string>;
  declare readonly meta: Table<SyncMeta, "sync">;
  declare readonly lastKnown: Table<LastKnown, string>;
  readonly userId: string;
  readonly answers: Answers;
  #isGone = false;
  #wasOpened = false;
  #emptiedAt = -Infinity;
  #reopening: Promise<void> | null = null;
  readonly #reopened = new Set<() => void>();
  readonly #gone = new Set<() => void>();

  /** `read`: what was read of it before its code was here, and whether it held the account's rows then. */
  constructor(
    userId: string,
    options?: DexieOptions,
    read: { answers: Answers; wasFilled: boolean } = { answers: new Map(), wasFilled: false },
  ) {
    super(databaseName(userId), options);
    this.userId = userId;
    this.answers = read.answers;
    this.#wasOpened = read.wasFilled;
    this.use(knownBefore);
    // Only where rows changed their shape: each version that is told costs a slow phone some milliseconds at every start.
    this.version(2)
      .stores({
        shelves: "id",
        categories: "id, shelfId",
        items: "id, shelfId, *categoryIds",
        socialLinks: "id",
        singles: "id",
        base: "[table+id]",
        outbox: "mid",
        rejected: "opId",
        pictures: "sha256",
        meta: "key",
      })
      .upgrade((transaction) => bringUpToVersion2(transaction));
    // Ids of a shelf's items come in their order, without the items; `shelfId` alone is the index's first half. IndexedDB numbers the changes
    // itself, which it does for new tables only.
    this.version(5)
      .stores({
        items: "id, [shelfId+position], *categoryIds",
        notices: "id",
        trash: "[table+id], shelfId, at",
        lastKnown: "key",
        outbox: null,
        changes: "++mid",
      })
      .upgrade((transaction) => bringUpToVersion5(transaction));
    this.version(STORE_VERSION)
      .stores({ base: null })
      .upgrade((transaction) => bringUpToVersion6(transaction));
    this.on("ready", (opened) => this.#heedOpened(opened as LocalStore), true);
    // Another tab deletes the database (signing out) or brings a newer shape: out of its way. What was deleted stays so.
    this.on("versionchange", ({ newVersion }) => {
      if (newVersion === null) this.end();
      else this.close({ disableAutoOpen: false });
      return false;
    });
  }

  get outbox(): Table<OutboxEntry, number, NewEntry> {
    return this.table("changes");
  }

  /** Whether it was deleted. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Whether the browser cleared it under this page a moment ago: what syncs has not had the time to fill it again. */
  get isEmptied(): boolean {
    return Date.now() - this.#emptiedAt < FILLED_WITHIN_MS;
  }

  /** Calls when it was deleted. Returns how to stop listening. */
  onGone(listener: () => void): () => void {
    this.#gone.add(listener);
    return () => this.#gone.delete(listener);
  }

  /** It was deleted, or is about to be: nothing opens it again. */
  end(): void {
    this.#isGone = true;
    this.close({ disableAutoOpen: true });
    for (const listener of this.#gone) listener();
  }

  get here(): this {
    return this;
  }

  /** It reads the same, and follows. */
  async early(): Promise<null> {
    return null;
  }

  async loaded(): Promise<this> {
    return this;
  }

  /** As `watch` does (live-query.ts). */
  watch<T>(query: (store: LocalStore) => Promise<T>, watcher: Watcher<T>): () => void {
    return watch(this, query, watcher);
  }

  /** Opens the store anew after its connection was lost. Throws where that is not possible (yet); what was deleted stays so. */
  reopen(): Promise<void> {
    return (this.#reopening ??= this.#openAnew().finally(() => (this.#reopening = null)));
  }

  /** Calls after each time that the store was opened anew. Returns how to stop listening. */
  onReopened(listener: () => void): () => void {
    this.#reopened.add(listener);
    return () => this.#reopened.delete(listener);
  }

  /** Dexie also opens by itself what the browser has closed. Only what was open before can have been emptied. */
  async #heedOpened(opened: LocalStore): Promise<void> {
    if (this.#wasOpened && !(await hasSynced(opened)) && (await opened.outbox.count()) === 0)
      this.#emptiedAt = Date.now();
    this.#wasOpened = true;
  }

  async #openAnew(): Promise<void> {
    if (this.#isGone) throw new StoreTrouble("gone", null);
    this.close({ disableAutoOpen: false });
    await this.open();
    for (const listener of this.#reopened) listener();
  }

  /** A view table by its name in the contract. */
  view<T extends OwnerTable>(table: T): Table<OwnerRow<T>, string> {
    return this.table(table);
  }
}
