import type { OwnerTable, OwnerRow } from "@shelv/contract/owner-tables";
import { OWNER_TABLE_NAMES } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { SyncRequest } from "@shelv/contract/sync";
import type { Mutation } from "@shelv/mutators/mutations";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { ApiFailure, NoNetwork } from "web/api/call";
import { LocalStore } from "web/local-store/local-store";
import { lastGiven } from "web/local-store/queries";
import { countOn } from "web/local-store/migrations";
import { VIEW_SCHEMA } from "web/local-store/sync-meta";
import { mutate } from "web/outbox/mutate";
import { restoreRejected } from "web/outbox/rejected";
import { groupRejected, rejectedEntries } from "web/outbox/rejected-groups";
import { applyNews } from "web/sync/apply-pull";
import { runSync, type SyncOptions, type SyncOutcome } from "web/sync/run-sync";
import type { SyncServer } from "web/sync/sync-server";
import { uploadPictures } from "web/sync/upload-pictures";
import type { Network } from "./network.ts";
import { type SimServer, USER_ID } from "./sim-server.ts";

/** Small, so that a queue of a few changes is already drained in several requests. */
const MAX_MUTATIONS = 3;

/** What the simulated world is to a device. */
export type Surroundings = { network: Network; server: SimServer; now: () => number };
type Standing = { epoch: string | null; clientId: string; cursor: number };
type Made = { opId: string; what: string };

/** One browser: a store, the tabs that share it, and everything the owner did on it. */
export class Device {
  readonly name: string;
  readonly tabs: Tab[];
  /** Every change that was durably made here and that its store knows of, by its name. */
  made: Made[] = [];
  /** Changes that an older copy of the store no longer knows of: they may have taken effect, but never twice. */
  readonly forgotten: Made[] = [];
  /** Pictures that only a newer copy of the store had. */
  readonly forgottenPictures = new Set<string>();
  /** What takes back the last change that can be. */
  undo: Mutation[] | null = null;
  /** Where in the server's life it stood when it last dealt with an answer. */
  #stood: Standing | null = null;
  #copy: { tables: Map<string, unknown[]>; given: number; made: Made[] } | null = null;
  #factory = new IDBFactory();

  constructor(name: string, tabs: number, surroundings: Surroundings) {
    this.name = name;
    this.tabs = Array.from({ length: tabs }, (_, at) => new Tab(`${name}.${at}`, this.#open(), surroundings));
  }

  get store(): LocalStore {
    return (this.tabs[0] as Tab).store;
  }

  /** Makes changes in one of the tabs, all or none. False where the device itself refused: then nothing was made. */
  async edit(tab: Tab, mutations: Mutation | readonly Mutation[]): Promise<boolean> {
    try {
      await this.#noting(async () => (this.undo = (await mutate(tab.store, mutations)) ?? this.undo));
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    return true;
  }

  /** What the server tells those who listen reaches one of the tabs. What this device made itself it is not told. */
  async hear(tab: Tab, { madeBy, news }: SimServer["told"][number]): Promise<void> {
    if (madeBy !== null && madeBy === (await tab.store.meta.get("sync"))?.clientId) return;
    await applyNews(tab.store, structuredClone(news));
  }

  /** The owner takes back the deletion that a refused change ran into, and makes the change again. */
  async retryOne(pick: <T>(from: readonly T[]) => T): Promise<void> {
    const groups = groupRejected(await rejectedEntries(this.store));
    if (groups.length === 0) return;
    const { root, followers } = pick(groups);
    await this.#noting(() => restoreRejected(this.store, { root, followers }));
    const retried = new Set([root, ...followers].map(({ opId }) => opId));
    this.made = this.made.filter(({ opId }) => !retried.has(opId));
    this.forgotten.push(...[...retried].map((opId) => ({ opId, what: "a retried change" })));
  }

  /** The app is replaced by a newer one: the view's rows are of an old shape, and so are changes that wait. */
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
          Object.assign(entry, { v: 1, args: older });
        });
    });
  }

  /** The browser keeps a copy of the profile. */
  async copy(): Promise<void> {
    const tables = new Map<string, unknown[]>();
    for (const table of this.store.tables) tables.set(table.name, await table.toArray());
    this.#copy = structuredClone({ tables, given: await lastGiven(this.store), made: this.made });
  }

  /** The browser puts the copy back. False where there is none. */
  async putBack(): Promise<boolean> {
    const copy = this.#copy;
    if (!copy) return false;
    const had = await this.store.pictures.toCollection().primaryKeys();
    this.close();
    // Databases of their own, since a number that was given cannot be taken back in one.
    this.#factory = new IDBFactory();
    for (const tab of this.tabs) tab.restart(this.#open());
    const { store } = this;
    await store.transaction("rw", store.tables, async () => {
      for (const table of store.tables)
        await table.bulkAdd(structuredClone(copy.tables.get(table.name) ?? []));
      await countOn(store.outbox, copy.given);
      const has = new Set(await store.pictures.toCollection().primaryKeys());
      for (const sha256 of had) if (!has.has(sha256)) this.forgottenPictures.add(sha256);
    });
    const known = new Set(copy.made.map(({ opId }) => opId));
    this.forgotten.push(...this.made.filter(({ opId }) => !known.has(opId)));
    this.made = [...copy.made];
    this.undo = null;
    this.#stood = null;
    return true;
  }

  async view(): Promise<Record<OwnerTable, OwnerRow[]>> {
    const tables: [OwnerTable, OwnerRow[]][] = [];
    for (const table of OWNER_TABLE_NAMES) tables.push([table, await this.store.view(table).toArray()]);
    return Object.fromEntries(tables) as Record<OwnerTable, OwnerRow[]>;
  }

  /** What an owner has seen, the device does not take back: within one life of the server it only goes on. */
  async checkOnwards(): Promise<void> {
    const meta = await this.store.meta.get("sync");
    const before = this.#stood;
    this.#stood = meta ? { epoch: meta.epoch, clientId: meta.clientId, cursor: meta.cursor } : null;
    // Without an epoch a device stands nowhere: it starts over, and its cursor means nothing.
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

  close(): void {
    for (const tab of this.tabs) tab.store.close();
  }

  /** Adds what joined the outbox meanwhile to what was made. */
  async #noting(act: () => Promise<unknown>): Promise<void> {
    const before = await lastGiven(this.store);
    await act();
    for (const { opId, name } of await this.store.outbox.where("mid").above(before).toArray())
      this.made.push({ opId, what: name });
  }

  #open(): LocalStore {
    return new LocalStore(USER_ID, { indexedDB: this.#factory, IDBKeyRange });
  }
}

/** What a tab does in two lanes, one after the other. */
async function syncWithPictures(
  store: LocalStore,
  server: SyncServer,
  options: SyncOptions,
): Promise<SyncOutcome> {
  for (;;) {
    const outcome = await runSync(store, server, options);
    if (outcome !== "synced") return outcome;
    const { uploads, retryAfterMs } = await uploadPictures(store, server, {
      now: options.now ?? Date.now,
    }).catch(waitAsAsked);
    if (uploads === 0) return retryAfterMs === null ? "synced" : "server-trouble";
  }
}

function waitAsAsked(error: unknown) {
  if (error instanceof ApiFailure || error instanceof NoNetwork) return { uploads: 0, retryAfterMs: 0 };
  throw error;
}

function hasCategories(args: unknown): boolean {
  const { categories } = args as { categories?: { add: string[]; remove: string[] } };
  return categories !== undefined && categories.add.length + categories.remove.length > 0;
}

/** One tab (or the service worker): at most one sync of its own at a time. */
export class Tab {
  readonly name: string;
  store: LocalStore;
  isSyncing = false;
  outcome: SyncOutcome | null = null;
  failure: unknown = null;
  readonly #surroundings: Surroundings;
  #life = 0;
  #standsStill: (() => void) | null = null;

  constructor(name: string, store: LocalStore, surroundings: Surroundings) {
    this.name = name;
    this.store = store;
    this.#surroundings = surroundings;
  }

  /** Starts a sync; resolves when it waits for the network or has ended. */
  startSync(): Promise<void> {
    const life = this.#life;
    const { network, server: there, now } = this.#surroundings;
    this.isSyncing = true;
    const still = this.untilStill();
    const ask = <T>(act: () => Promise<T>): Promise<T> => {
      const sent = network.send(this.name, act);
      this.#standsStill?.();
      return sent;
    };
    const server = {
      exchange: (request: SyncRequest) => {
        const asSent = structuredClone(request);
        return ask(() => there.exchange(structuredClone(asSent)));
      },
      putPicture: (sha256: string) => ask(() => there.putPicture(sha256)),
    };
    void syncWithPictures(this.store, server, { maxMutations: MAX_MUTATIONS, now }).then(
      (outcome) => {
        if (life !== this.#life) return;
        this.isSyncing = false;
        this.outcome = outcome;
        this.#standsStill?.();
      },
      (error: unknown) => {
        this.failure = error;
        this.#standsStill?.();
      },
    );
    return still;
  }

  /** Resolves when this tab next waits for the network, or has ended its sync. */
  async untilStill(): Promise<void> {
    await new Promise<void>((resolve) => (this.#standsStill = resolve));
    if (this.failure !== null) throw this.failure;
  }

  /** It dies and comes back with another store. */
  restart(store: LocalStore): void {
    this.crash();
    this.store = store;
  }

  /** The tab dies and comes back: what it was waiting for never reaches it. */
  crash(): void {
    this.#life += 1;
    this.isSyncing = false;
    this.#surroundings.network.forget(this.name);
  }
}
