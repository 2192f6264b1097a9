/** The signed-in owner: the store, the one way to change it, the API calls, and when this tab syncs. */
import type { Mutation } from "@shelv/mutators/mutations";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callAs, type OwnersCall } from "#api/call";
import type { DeviceAccount } from "#accounts/device-database";
import { askToPersist } from "#accounts/ask-to-persist";
import { openStore } from "#accounts/open-store";
import { loadUntilThere, loadWhenReachable } from "#boot/load-when-reachable";
import type { LocalStore } from "#local-store/local-store";
import { readStore, type StoreHandle } from "#local-store/boot/lazy-store";
import { StorageError } from "#local-store/storage-errors";
import { StoreContext, useStoreHandle } from "#local-store/boot/store-context";
import type { mutate as mutateStore } from "#outbox/mutate";
import { pause, requestIdle, settleWithin } from "#platform/wait";
import { holdingReload } from "#platform/reload";
import type { SyncOutcome } from "#sync/run-sync";
import { listenForPokes } from "#sync/schedule/server-pokes";
import type { SyncLoop } from "#sync/schedule/sync-loop";
import { InFlightChanges } from "./in-flight-changes";
import { SyncContext } from "./use-sync-status";

export type Owner = {
  account: DeviceAccount;
  /**
   * As `readStore` of lazy-store.ts. May write only what is not synced: chosen pictures, the Rejected tray,
   * the server's last answers.
   */
  readStore: <T>(read: (store: LocalStore) => Promise<T>) => Promise<T>;
  call: OwnersCall;
  /** As `mutate` of the outbox. The sync loop sends the changes. */
  mutate(mutations: Mutation | readonly Mutation[]): Promise<Mutation[] | null>;
  syncNow(): Promise<SyncOutcome>;
  /** As `syncNow`, with pictures. */
  sendAll(): Promise<SyncOutcome>;
  /**
   * No sync begins until the returned function is called. Resolves when none runs, at most after a few
   * seconds.
   */
  pauseSync(): Promise<() => void>;
};

export type OwnerWithStore = Owner & { store: LocalStore };

const OwnerContext = createContext<Owner | null>(null);

export function OwnerProvider({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  const { userId, username } = account;
  const handle = useMemo(() => openStore(userId), [userId]);
  const call = useMemo(() => callAs(userId), [userId]);
  const read = useCallback(<T,>(run: (store: LocalStore) => Promise<T>) => readStore(handle, run), [handle]);
  const [inFlight] = useState(() => new InFlightChanges());
  const loop = useRef<Promise<SyncLoop> | null>(null);
  const [outcome, setOutcome] = useState<SyncOutcome | null>(null);
  // `pauseSync` does not wait for the sync loop's code, which may never load.
  const running = useRef<SyncLoop | null>(null);
  const mayStart = useRef<Promise<void>>(Promise.resolve());
  const [syncNow, sendAll] = useMemo(() => {
    const once = (run: "syncNow" | "sendAll") => async (): Promise<SyncOutcome> => {
      if (loop.current) await settleWithin(LOADS_WITHIN_MS, loop.current);
      return (await running.current?.[run]()) ?? "no-network";
    };
    return [once("syncNow"), once("sendAll")] as const;
  }, []);
  const pauseSync = useCallback(async () => {
    if (running.current) return running.current.pause();
    let goOn = (): void => undefined;
    mayStart.current = new Promise((resolve) => (goOn = resolve));
    return goOn;
  }, []);

  useEffect(() => {
    const started = untilRendered()
      .then(() => Promise.all([fetchSyncLoop(), handle.loaded()]))
      .then(async ([start, loaded]) => {
        await mayStart.current;
        return (running.current = start(loaded, userId, setOutcome));
      });
    loop.current = started;
    void started.then(fetchMutate).catch(() => undefined);
    const listening = started.then((loop) =>
      listenForPokes(
        userId,
        () => readStore(handle, clientIdOf),
        (body) => loop.poked(body),
      ),
    );
    const end = () => {
      void started.then((loop) => loop.stop());
      void listening.then((stop) => stop());
      loop.current = null;
      running.current = null;
    };
    // After a sign-out in another tab this screen may stay open for its typed text, with nothing to sync.
    const stopWatching = handle.onGone(end);
    return () => {
      stopWatching();
      end();
    };
  }, [handle, userId]);

  const owner = useMemo(
    () => ({
      account: { userId, username },
      readStore: read,
      call,
      syncNow,
      sendAll,
      pauseSync,
      async mutate(mutations: Mutation | readonly Mutation[]) {
        const undo = await holdReloadUntilSaved(() =>
          inFlight.during(async () => {
            const { mutate, store } = await loadMutate(handle);
            return mutate(store, mutations);
          }),
        );
        requestIdle(() => void askToPersist().catch(() => undefined));
        void loop.current?.then((started) => started.changed());
        return undo;
      },
    }),
    [userId, username, handle, read, call, inFlight, syncNow, sendAll, pauseSync],
  );
  const sync = useMemo(() => ({ outcome, inFlight }), [outcome, inFlight]);
  return (
    <StoreContext value={handle}>
      <OwnerContext value={owner}>
        <SyncContext value={sync}>{children}</SyncContext>
      </OwnerContext>
    </StoreContext>
  );
}

/** A sync waits no longer for a slow render. */
const SYNC_AT_LATEST_MS = 1000;
const untilRendered = () => new Promise<void>((resolve) => requestIdle(resolve, SYNC_AT_LATEST_MS));

const LOADS_WITHIN_MS = 10_000;

const fetchSyncLoop = () =>
  loadUntilThere(async () => (await import("#sync/schedule/sync-loop")).startOverHttp);

let fetchedMutate: Promise<typeof mutateStore> | undefined;

/** Loads with the sync loop, so that a later change offline needs no network for it. */
const fetchMutate = () =>
  (fetchedMutate ??= loadWhenReachable(async () => (await import("#outbox/mutate")).mutate, {
    isWanted: false,
  }).catch((error: unknown) => {
    fetchedMutate = undefined;
    throw error;
  }));

/** Throws if the code does not load in time: the owner must soon know that the change is not saved. */
async function loadMutate(handle: StoreHandle): Promise<{ mutate: typeof mutateStore; store: LocalStore }> {
  const [mutate, store] = await Promise.race([
    Promise.all([fetchMutate(), handle.loaded()]),
    pause(LOADS_WITHIN_MS).then(() => [null, null] as const),
  ]);
  if (mutate === null) throw new StorageError("lost", null);
  return { mutate, store };
}

const ERROR_SHOWN_FOR_MS = 5000;

/** A reload for a missing part would lose the change, or the message that it failed. */
function holdReloadUntilSaved<T>(change: () => Promise<T>): Promise<T> {
  return holdingReload(change).catch((error: unknown) => {
    void holdingReload(() => pause(ERROR_SHOWN_FOR_MS));
    throw error;
  });
}

const clientIdOf = async (store: LocalStore) => (await store.meta.get("sync"))?.clientId ?? null;

export function useOwner(): Owner {
  const owner = use(OwnerContext);
  if (!owner) throw new Error("This component is outside OwnerProvider");
  return owner;
}

/** For a dialog that opens with what needs the store: loads it if wanted. */
export function useHasStore(isWanted: boolean): boolean {
  const handle = useStoreHandle();
  const [isLoaded, setLoaded] = useState(handle.here !== null);
  useEffect(() => {
    // A failure counts, too: the content reports it.
    if (isWanted && !isLoaded) void settled(handle.loaded()).then(() => setLoaded(true));
  }, [handle, isWanted, isLoaded]);
  return isLoaded || handle.here !== null;
}

const settled = (loading: Promise<unknown>) => Promise.allSettled([loading]);

/** Suspends until the store is loaded. Not for a first screen. */
export function useOwnerWithStore(): OwnerWithStore {
  const owner = useOwner();
  const handle = useStoreHandle();
  const store = handle.here ?? use(handle.loaded());
  return useMemo(() => ({ ...owner, store }), [owner, store]);
}
