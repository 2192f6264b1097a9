import type { OwnerTable, OwnerRow } from "@shelv/contract/rows/owner-tables";
import { OWNER_TABLE_NAMES } from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { DELETED_LISTED_MS } from "@shelv/contract/routes/shelves";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Mutation } from "@shelv/mutators/mutations";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { LocalStore } from "web/local-store/local-store";
import { highestMid } from "web/local-store/queries";
import { StorageError } from "web/local-store/storage-errors";
import { NewerStore } from "web/local-store/sync-meta";
import { type OutboxEntry, VIEW_SCHEMA } from "web/local-store/schema";
import { mutate } from "web/outbox/mutate";
import { restoreRejected } from "web/outbox/rejected";
import { groupRejected, rejectedEntries } from "web/outbox/rejected-groups";
import { applyPoke } from "web/sync/pull/apply-pull";
import { faults } from "./faults/faults.ts";
import { asOlderBuild, asOlderBuildReads } from "./older-build.ts";
import { withBrokenMeta } from "./store-meta.ts";
import { unlessInTrouble } from "./troubles/storage-trouble.ts";
import type { SimServer } from "./sim-server.ts";
import { type Surroundings, Tab } from "./tab.ts";

type Standing = { epoch: string | null; clientId: string; cursor: number };
type Made = { opId: string; what: string };
type ProfileCopy = { tables: Map<string, unknown[]>; given: number; made: Made[] };

/** One browser: a store, the tabs that share it, and what the owner did on it. */
export class Device {
  readonly name: string;
  readonly tabs: Tab[];
  made: Made[] = [];
  /** Made after the store's older copy: they may have taken effect, but never twice. */
  readonly forgotten: Made[] = [];
  readonly ended: Made[] = [];
  userId: string;
  /** Pending when the profile was copied: two devices send them. */
  readonly shared = new Set<string>();
  readonly forgottenPictures = new Set<string>();
  readonly #seenBy = new Map<string, RowChange[]>();
  undo: { mutations: Mutation[]; wrote: readonly RowChange[] } | null = null;
  #stood: Standing | null = null;
  #copy: ProfileCopy | null = null;
  #deletedAt = new Map<string, number>();
  #factory = new IDBFactory();
  readonly #surroundings: Surroundings;

  constructor(name: string, tabs: number, surroundings: Surroundings) {
    this.name = name;
    this.#surroundings = surroundings;
    this.userId = surroundings.server.userId;
    this.tabs = Array.from({ length: tabs }, (_, at) => new Tab(`${name}.${at}`, this.#open(), surroundings));
  }

  get browser(): IDBFactory {
    return this.#factory;
  }

  get store(): LocalStore {
    return (this.tabs[0] as Tab).store;
  }

  async edit(tab: Tab, mutations: Mutation | readonly Mutation[]): Promise<boolean> {
    const before = await highestMid(this.store);
    try {
      await this.#noting(async () => {
        const undo = await mutate(tab.store, mutations);
        if (undo) this.undo = { mutations: undo, wrote: await this.#writtenAfter(before) };
      });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof StorageError)) throw error;
      if ((await this.store.outbox.where("mid").above(before).count()) > 0)
        throw new Error(`${tab.name} says that a change was not made (${error.message}), but it was`, {
          cause: error,
        });
      return false;
    }
    return true;
  }

  async undoLast(tab: Tab): Promise<void> {
    const { undo } = this;
    this.undo = null;
    if (!undo) return;
    const before = await highestMid(this.store);
    await this.edit(tab, undo.mutations);
    for (const { opId } of await this.store.outbox.where("mid").above(before).toArray())
      this.#surroundings.server.undone.set(opId, undo.wrote);
  }

  async #writtenAfter(mid: number): Promise<RowChange[]> {
    const view = await this.view();
    const entries = await this.store.outbox.where("mid").above(mid).toArray();
    return entries
      .flatMap(({ before = [] }) => before)
      .map(({ table, id, row }) => ({
        table,
        id,
        before: row,
        after: view[table].find((one) => one.id === id) ?? null,
      }));
  }

  async hear(tab: Tab, { madeBy, body }: SimServer["pokes"][number]): Promise<void> {
    if (madeBy !== null && madeBy === (await tab.store.meta.get("sync"))?.clientId) return;
    const heard = tab.isOlder ? asOlderBuildReads(body) : structuredClone(body);
    await unlessInTrouble(() => applyPoke(tab.store, heard).catch(leaveNewerStore));
  }

  async retryOne(pick: <T>(from: readonly T[]) => T): Promise<void> {
    const groups = groupRejected(await rejectedEntries(this.store));
    if (groups.length === 0) return;
    const { root, followers } = pick(groups);
    await this.#noting(() => restoreRejected(this.store, { root, followers }));
    const retried = new Set([root, ...followers].map(({ opId }) => opId));
    this.made = this.made.filter(({ opId }) => !retried.has(opId));
    this.forgotten.push(...[...retried].map((opId) => ({ opId, what: "a retried change" })));
  }

  /** The view's rows and pending changes become those of an invented earlier version. */
  async updateApp(): Promise<void> {
    const { store } = this;
    await store.transaction("rw", [store.meta, store.outbox], async () => {
      const meta = await store.meta.get("sync");
      if (!meta) return;
      await store.meta.update("sync", { viewSchema: VIEW_SCHEMA - 1 });
      await store.outbox
        .where("mid")
        .above(meta.lastMid)
        .filter(({ name, args }) => name === "item.update" && !hasCategories(args))
        .modify((entry) => {
          const { categories: _, ...older } = entry.args as { categories?: unknown };
          Object.assign(entry, { v: 0, args: older });
        });
    });
  }

  async copy(): Promise<void> {
    this.#copy = await this.#copied();
  }

  async putBack(): Promise<boolean> {
    const copy = this.#copy;
    if (!copy) return false;
    const had = await this.store.pictures.toCollection().primaryKeys();
    await this.#continueFrom(copy);
    const has = new Set(await this.store.pictures.toCollection().primaryKeys());
    for (const sha256 of had) if (!has.has(sha256)) this.forgottenPictures.add(sha256);
    return true;
  }

  async double(): Promise<Device> {
    const double = new Device(`${this.name}'s double`, 1, this.#surroundings);
    double.userId = this.userId;
    await double.#continueFrom(await this.#copied());
    for (const { opId } of await this.store.outbox.toArray())
      for (const device of [this, double]) device.shared.add(opId);
    return double;
  }

  async #copied(): Promise<ProfileCopy> {
    const tables = new Map<string, unknown[]>();
    for (const table of this.store.tables) tables.set(table.name, await table.toArray());
    return structuredClone({ tables, given: await highestMid(this.store), made: this.made });
  }

  async #continueFrom(copy: ProfileCopy): Promise<void> {
    this.#openOtherStores();
    const { store } = this;
    await store.transaction("rw", store.tables, async () => {
      for (const table of store.tables)
        await table.bulkAdd(structuredClone(copy.tables.get(table.name) ?? []));
      await continueNumbering(store, copy.given);
    });
    this.#forgetAllBut(copy.made);
  }

  #openOtherStores(): void {
    this.close();
    this.#factory = new IDBFactory();
    for (const tab of this.tabs) tab.restart(this.#open());
  }

  #forgetAllBut(made: readonly Made[]): void {
    const known = new Set(made.map(({ opId }) => opId));
    this.forgotten.push(...this.made.filter(({ opId }) => !known.has(opId)));
    this.made = [...made];
    this.#deletedAt.clear();
    this.undo = null;
    this.#stood = null;
  }

  async view(): Promise<Record<OwnerTable, OwnerRow[]>> {
    const tables: [OwnerTable, OwnerRow[]][] = [];
    for (const table of OWNER_TABLE_NAMES) tables.push([table, await this.store.view(table).toArray()]);
    return Object.fromEntries(tables) as Record<OwnerTable, OwnerRow[]>;
  }

  async checkOnwards(): Promise<void> {
    const meta = await this.store.meta.get("sync");
    const before = this.#stood;
    this.#stood = meta ? { epoch: meta.epoch, clientId: meta.clientId, cursor: meta.cursor } : null;
    if (
      !before ||
      !meta ||
      meta.epoch === null ||
      before.epoch !== meta.epoch ||
      before.clientId !== meta.clientId
    )
      return;
    if (meta.cursor < before.cursor)
      throw new Error(`${this.name} went back in time, from ${before.cursor} to ${meta.cursor}`);
  }

  /** No clock takes a row out of "Recently deleted" that was deleted within thirty days. */
  async checkDeleted(worldMs: number, { isServerRight }: { isServerRight: boolean }): Promise<void> {
    const rows = new Map((await this.store.trash.toArray()).map((row) => [`${row.table} ${row.id}`, row]));
    for (const [key, sinceMs] of this.#deletedAt) {
      const [table, id] = key.split(" ") as [OwnerTable, string];
      const isYoung = worldMs - sinceMs < DELETED_LISTED_MS;
      if (isServerRight && isYoung && !rows.has(key) && !(await this.store.view(table).get(id)))
        throw new Error(`${this.name} forgot the deletion of ${key} after ${worldMs - sinceMs} ms`);
    }
    const before = this.#deletedAt;
    this.#deletedAt = new Map([...rows.keys()].map((key) => [key, before.get(key) ?? worldMs]));
  }

  close(): void {
    for (const tab of this.tabs) tab.store.close();
  }

  async clear(): Promise<void> {
    const had = await this.store.pictures.toCollection().primaryKeys();
    for (const sha256 of had) this.forgottenPictures.add(sha256);
    this.#openOtherStores();
    this.#copy = null;
    this.#forgetAllBut([]);
  }

  becomeOlder(tab: Tab): void {
    if (tab.isOlder || tab === this.tabs[0]) return;
    tab.store.close();
    tab.restart(asOlderBuild(this.#openPlain()), { isOlder: true });
  }

  updateTabs(): void {
    for (const tab of this.tabs.filter(({ isOlder }) => isOlder)) {
      tab.store.close();
      tab.restart(this.#open());
    }
  }

  signUp(): void {
    this.ended.push(...this.made);
    this.userId = this.#surroundings.server.userId;
    if (!faults.has("one-store-for-all"))
      for (const tab of this.tabs) {
        tab.store.close();
        tab.restart(this.#open());
      }
    this.#copy = null;
    this.#forgetAllBut([]);
    this.forgotten.length = 0;
    this.shared.clear();
  }

  async #noting(act: () => Promise<unknown>): Promise<void> {
    const before = await highestMid(this.store);
    await act();
    const outbox = await this.store.outbox.toArray();
    for (const { mid, opId, name, args } of outbox) {
      if (mid <= before) continue;
      this.made.push({ opId, what: name });
      if (!name.endsWith(".delete")) continue;
      // A retry from the tray has the same arguments.
      const key = JSON.stringify(args);
      const seen = [...(this.#seenBy.get(key) ?? []), ...seenUntil(mid, outbox)];
      this.#seenBy.set(key, seen);
      this.#surroundings.server.seenAtDeletion.set(opId, seen);
    }
  }

  #open(): LocalStore {
    return withBrokenMeta(this.#openPlain());
  }

  #openPlain(): LocalStore {
    return new LocalStore(this.userId, { indexedDB: this.#factory, IDBKeyRange });
  }
}

/** The outbox's next number is then higher than `last`. */
async function continueNumbering({ outbox }: LocalStore, last: number): Promise<void> {
  if (last < 1 || (await outbox.get(last))) return;
  await outbox.add({ mid: last } as OutboxEntry);
  await outbox.delete(last);
}

function leaveNewerStore(error: unknown): "stale" {
  if (error instanceof NewerStore) return "stale";
  throw error;
}

function hasCategories(args: unknown): boolean {
  const { categories } = args as { categories?: { add: string[]; remove: string[] } };
  return categories !== undefined && categories.add.length + categories.remove.length > 0;
}

function seenUntil(deletion: number, outbox: readonly OutboxEntry[]): RowChange[] {
  const deleted = outbox.find(({ mid }) => mid === deletion)?.before ?? [];
  return outbox
    .filter(({ mid }) => mid <= deletion)
    .flatMap(({ before = [] }) => before)
    .filter(({ table, id }) => deleted.some((row) => row.table === table && row.id === id))
    .map(({ table, id, row }) => ({ table, id, before: row, after: null }));
}
