import type { OwnerTable, OwnerRow } from "@shelv/contract/owner-tables";
import { OWNER_TABLE_NAMES } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import type { Mutation } from "@shelv/mutators/mutations";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { LocalStore } from "web/local-store/local-store";
import { mutate } from "web/outbox/mutate";
import { runSync, type SyncOutcome } from "web/sync/run-sync";
import type { Network } from "./network.ts";
import { USER_ID } from "./sim-server.ts";

/** Small, so that a queue of a few changes is already drained in several requests. */
const MAX_MUTATIONS = 3;

/** One browser: a store, the tabs that share it, and everything the owner did on it. */
export class Device {
  readonly name: string;
  readonly tabs: Tab[];
  /** Every change that was durably made here, by the number and the stream it was given. */
  readonly made: { opId: string; clientId: string; mid: number; what: string }[] = [];
  /** Whether acknowledged changes show whose rows are not here yet: a long queue is being drained. */
  isDraining = false;
  readonly #factory = new IDBFactory();

  constructor(name: string, tabs: number, network: Network) {
    this.name = name;
    this.tabs = Array.from({ length: tabs }, (_, at) => new Tab(`${name}.${at}`, this.#open(), network));
  }

  get store(): LocalStore {
    return (this.tabs[0] as Tab).store;
  }

  /** Makes a change in one of the tabs. False where the device itself refused it: then nothing was made. */
  async edit(tab: Tab, mutation: Mutation): Promise<boolean> {
    try {
      await mutate(tab.store, mutation);
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    const entry = await tab.store.outbox.orderBy("mid").last();
    const meta = await tab.store.meta.get("sync");
    if (!entry || !meta) throw new Error("A change left no entry in the outbox");
    this.made.push({ opId: entry.opId, clientId: meta.clientId, mid: entry.mid, what: mutation.name });
    return true;
  }

  async view(): Promise<Record<OwnerTable, OwnerRow[]>> {
    const tables: [OwnerTable, OwnerRow[]][] = [];
    for (const table of OWNER_TABLE_NAMES) tables.push([table, await this.store.view(table).toArray()]);
    return Object.fromEntries(tables) as Record<OwnerTable, OwnerRow[]>;
  }

  /** After a tab has dealt with an answer. */
  heard(tab: Tab, { pulled }: SyncResponse): void {
    if (!pulled) this.isDraining = true;
    else if (!tab.isSyncing && tab.outcome === "synced") this.isDraining = false;
  }

  close(): void {
    for (const tab of this.tabs) tab.store.close();
  }

  #open(): LocalStore {
    return new LocalStore(USER_ID, { indexedDB: this.#factory, IDBKeyRange });
  }
}

/** One tab (or the service worker): at most one sync of its own at a time. */
export class Tab {
  readonly name: string;
  readonly store: LocalStore;
  isSyncing = false;
  outcome: SyncOutcome | null = null;
  failure: unknown = null;
  readonly #network: Network;
  #life = 0;
  #standsStill: (() => void) | null = null;

  constructor(name: string, store: LocalStore, network: Network) {
    this.name = name;
    this.store = store;
    this.#network = network;
  }

  /** Starts a sync; resolves when it waits for the network or has ended. */
  startSync(): Promise<void> {
    const life = this.#life;
    this.isSyncing = true;
    const still = this.untilStill();
    const server = {
      exchange: (request: SyncRequest) => {
        const sent = this.#network.send(this.name, request);
        this.#standsStill?.();
        return sent;
      },
      hasPicture: () => Promise.resolve(true),
      putPicture: () => Promise.resolve(),
    };
    void runSync(this.store, server, { maxMutations: MAX_MUTATIONS }).then((outcome) => {
      if (life !== this.#life) return;
      this.isSyncing = false;
      this.outcome = outcome;
      this.#standsStill?.();
    }, (error: unknown) => {
      this.failure = error;
      this.#standsStill?.();
    });
    return still;
  }

  /** Resolves when this tab next waits for the network, or has ended its sync. */
  async untilStill(): Promise<void> {
    await new Promise<void>((resolve) => (this.#standsStill = resolve));
    if (this.failure !== null) throw this.failure;
  }

  /** The tab dies and comes back: what it was waiting for never reaches it. */
  crash(): void {
    this.#life += 1;
    this.isSyncing = false;
    this.#network.forget(this.name);
  }
}
