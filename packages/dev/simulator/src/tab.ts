import { ApiFailure, NoNetwork } from "web/api/call";
import type { LocalStore } from "web/local-store/local-store";
import { NewerStore } from "web/local-store/sync-meta";
import { storageErrorKind } from "web/local-store/storage-errors";
import { runSync, type SyncOptions, type SyncOutcome } from "web/sync/run-sync";
import { httpSyncServer, type SyncServer } from "web/sync/sync-server";
import { uploadPictures } from "web/sync/upload-pictures";
import { faults } from "./faults/faults.ts";
import { sendingWith, type WireAnswer, type WireRequest } from "./http.ts";
import type { Network } from "./network.ts";
import { asOlderBuildHears } from "./older-build.ts";
import { BEGINS_AT_MS, type SimServer } from "./sim-server.ts";

/** Few, so that a few changes need several requests. */
const MAX_MUTATIONS = 3;

export type Surroundings = { network: Network; server: SimServer; now: () => number };

export class Tab {
  readonly name: string;
  store: LocalStore;
  isSyncing = false;
  outcome: SyncOutcome | null = null;
  isUnread = false;
  wasAnswered = false;
  failure: unknown = null;
  isOlder = false;
  readonly #surroundings: Surroundings;
  #life = 0;
  #standsStill: (() => void) | null = null;

  constructor(name: string, store: LocalStore, surroundings: Surroundings) {
    this.name = name;
    this.store = store;
    this.#surroundings = surroundings;
  }

  startSync(): Promise<void> {
    const life = this.#life;
    const { isOlder } = this;
    const { network, server: there, now } = this.#surroundings;
    this.isSyncing = true;
    const still = this.untilStill();
    const send = async (request: WireRequest) => {
      const answer = network.send(this.name, request, () => there.answer(request, this.name));
      this.wasAnswered = false;
      const note = ({ isOwn, whole }: WireAnswer) => (this.wasAnswered = isOwn && whole === undefined);
      void answer.then(note, () => undefined);
      this.#standsStill?.();
      return isOlder && request.path === "/api/sync" ? asOlderBuildHears(await answer) : answer;
    };
    const http = httpSyncServer(faults.has("one-store-for-all") ? there.userId : this.store.userId);
    const server: SyncServer = {
      exchange: (request) => sendingWith(send, () => http.exchange(request)),
      putPicture: (...picture) => sendingWith(send, () => http.putPicture(...picture)),
    };
    void syncWithPictures(this.store, server, {
      maxMutations: MAX_MUTATIONS,
      now: faults.has("blocked-for-ever") ? () => BEGINS_AT_MS : now,
    }).then(
      (outcome) => {
        if (life !== this.#life) return;
        this.isSyncing = false;
        this.isUnread = true;
        this.outcome = outcome;
        this.#standsStill?.();
      },
      async (error: unknown) => {
        const kind = storageErrorKind(error);
        if (kind === null) this.failure = error;
        else await this.store.reopen();
        if (life === this.#life) this.isSyncing = false;
        this.outcome = kind === "full" ? "device-full" : "device-trouble";
        this.#standsStill?.();
      },
    );
    return still;
  }

  async untilStill(): Promise<void> {
    await new Promise<void>((resolve) => (this.#standsStill = resolve));
    if (this.failure !== null) throw this.failure;
  }

  restart(store: LocalStore, { isOlder = false } = {}): void {
    this.crash();
    this.store = store;
    this.isOlder = isOlder;
  }

  crash(): void {
    this.#life += 1;
    this.isSyncing = false;
    this.#surroundings.network.forget(this.name);
  }
}

/** One after the other; a tab does both in parallel. */
async function syncWithPictures(
  store: LocalStore,
  server: SyncServer,
  options: SyncOptions,
): Promise<SyncOutcome> {
  for (;;) {
    const outcome = await runSync(store, server, options);
    if (outcome !== "synced") return outcome;
    const { uploads, retryAfterMs } = await uploadPictures(store, server).catch(waitAsAsked);
    if (uploads === 0) return retryAfterMs === null ? "synced" : "server-trouble";
  }
}

/** The next exchange reports a store that a newer build has upgraded. */
function waitAsAsked(error: unknown) {
  if ([ApiFailure, NoNetwork, NewerStore].some((known) => error instanceof known))
    return { uploads: 0, retryAfterMs: 0 };
  throw error;
}
