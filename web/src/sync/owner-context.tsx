/** The signed-in owner, for every screen: the store to read (what a first screen asks of it stands before it is here), the one way to change it, the one to ask the server, and how syncing stands. */
import type { Mutation } from "@shelv/mutators/mutations";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { callAs, type OwnersCall } from "#api/call";
import type { DeviceAccount } from "#accounts/current-account";
import { askToPersist } from "#accounts/ask-to-persist";
import type { LocalStore } from "#local-store/local-store";
import type { StoreHandle } from "#local-store/boot/lazy-store";
import { openStore } from "#accounts/open-store";
import { isMemoryOnly } from "#local-store/boot/storage-fallback";
import { StorageError } from "#local-store/storage-errors";
import { StoreContext, useLiveQuery } from "#local-store/use-live-query";
import { changeCounts } from "#outbox/change-counts";
import type { mutate as mutateHere } from "#outbox/mutate";
import { settleWithin } from "#platform/settle-within";
import { loadUntilThere, loadWhenReachable } from "#ui/loading/load-when-reachable";
import { holdingReload } from "#ui/loading/reload";
import { useLast } from "#platform/react/use-last";
import { requestIdle } from "#platform/request-idle";
import type { SyncOutcome } from "./run-sync";
import { listenForPokes } from "./server-pokes";
import type { SyncLoop } from "./sync-loop";
import { isOnItsWay, reached, type SyncStatus } from "./sync-status";
import { InFlightChanges } from "./in-flight-changes";

export type Owner = {
  account: DeviceAccount;
  handle: StoreHandle;
  /** Asks the server for what only it knows of this owner, and for nobody else. */
  call: OwnersCall;
  /**
   * Makes changes on this device and sends them when it can. Throws a Refusal for what is not allowed, and a StorageError
   * where this device could not keep them: then nothing was made. Answers the changes that take them back, where some do.
   */
  mutate(mutations: Mutation | readonly Mutation[]): Promise<Mutation[] | null>;
  /** Sends and fetches now; resolves when done, whatever came of it. */
  syncNow(): Promise<SyncOutcome>;
  /** No sync begins until the answer is called; resolves when none runs any more, within a few seconds. */
  pauseSync(): Promise<() => void>;
};

export type OwnerWithStore = Owner & { store: LocalStore };

const OwnerContext = createContext<
  (Owner & { outcome: SyncOutcome | null; inFlight: InFlightChanges }) | null
>(null);

export function OwnerProvider({ account, children }: { account: DeviceAccount; children: ReactNode }) {
  const { userId, username } = account;
  const handle = useMemo(() => openStore(userId), [userId]);
  const call = useMemo(() => callAs(userId), [userId]);
  const [inFlight] = useState(() => new InFlightChanges());
  const loop = useRef<Promise<SyncLoop> | null>(null);
  const [outcome, setOutcome] = useState<SyncOutcome | null>(null);
  // What syncs may never come: nobody waits for that.
  const running = useRef<SyncLoop | null>(null);
  const mayStart = useRef<Promise<void>>(Promise.resolve());
  const syncNow = useCallback(async (): Promise<SyncOutcome> => {
    if (loop.current) await settleWithin(COMES_WITHIN_MS, loop.current);
    return (await running.current?.syncNow()) ?? "no-network";
  }, []);
  const pauseSync = useCallback(async () => {
    if (running.current) return running.current.pause();
    let goOn = (): void => undefined;
    mayStart.current = new Promise((resolve) => (goOn = resolve));
    return goOn;
  }, []);

  useEffect(() => {
    const started = drawn()
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
        () => clientIdOf(handle),
        (news) => loop.poked(news),
      ),
    );
    const end = () => {
      void started.then((loop) => loop.stop());
      void listening.then((stop) => stop());
      loop.current = null;
      running.current = null;
    };
    // Who stays for what is typed here has nothing left to sync.
    const stopWatching = handle.onGone(end);
    return () => {
      stopWatching();
      end();
    };
  }, [handle, userId]);

  const owner = useMemo(
    () => ({
      account: { userId, username },
      handle,
      call,
      outcome,
      inFlight,
      syncNow,
      pauseSync,
      async mutate(mutations: Mutation | readonly Mutation[]) {
        const undo = await keptFromReload(() =>
          inFlight.during(async () => {
            const { mutate, store } = await whatChanges(handle);
            return mutate(store, mutations);
          }),
        );
        requestIdle(() => void askToPersist().catch(() => undefined));
        void loop.current?.then((started) => started.changed());
        return undo;
      },
    }),
    [userId, username, handle, call, outcome, inFlight, syncNow, pauseSync],
  );
  return (
    <StoreContext value={handle}>
      <OwnerContext value={owner}>{children}</OwnerContext>
    </StoreContext>
  );
}

/** By then the screen stands, or needs longer than anybody should wait for news. */
const SYNC_AT_LATEST_MS = 1000;
const drawn = () => new Promise<void>((resolve) => requestIdle(resolve, SYNC_AT_LATEST_MS));

const COMES_WITHIN_MS = 10_000;

/** No screen waits for what syncs: it comes beside them. */
const fetchSyncLoop = () => loadUntilThere(async () => (await import("./start-over-http")).startOverHttp);

let fetchedMutate: Promise<typeof mutateHere> | undefined;

/** It comes with what syncs, long before anybody changes anything; whoever is offline by then needs no network for it. */
const fetchMutate = () =>
  (fetchedMutate ??= loadWhenReachable(async () => (await import("#outbox/mutate")).mutate, {
    isWanted: false,
  }).catch((error: unknown) => {
    fetchedMutate = undefined;
    throw error;
  }));

/** Throws where it does not come: nobody is to believe for long that something is saved which nothing can save. */
async function whatChanges(handle: StoreHandle): Promise<{ mutate: typeof mutateHere; store: LocalStore }> {
  const [mutate, store] = await Promise.race([
    Promise.all([fetchMutate(), handle.loaded()]),
    pause(COMES_WITHIN_MS).then(() => [null, null] as const),
  ]);
  if (mutate === null) throw new StorageError("lost", null);
  return { mutate, store };
}

/** Long enough to read why something failed. */
const TOLD_FOR_MS = 5000;

/** While a change is being made nobody has kept it: the app's own reload, for a part that did not come, would take it along, and the word that it failed. */
function keptFromReload<T>(change: () => Promise<T>): Promise<T> {
  return holdingReload(change).catch((error: unknown) => {
    void holdingReload(() => pause(TOLD_FOR_MS));
    throw error;
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const clientIdOf = async (handle: StoreHandle) =>
  (await (await handle.loaded()).meta.get("sync"))?.clientId ?? null;

export function useOwner(): Owner {
  return useOwnerContext();
}

/** Not for what a first screen shows, which comes before the store: this suspends until that is here. */
export function useOwnerWithStore(): OwnerWithStore {
  const owner = useOwnerContext();
  const store = owner.handle.here ?? use(owner.handle.loaded());
  return useMemo(() => ({ ...owner, store }), [owner, store]);
}

export function useSyncStatus(): SyncStatus {
  const { handle, outcome, inFlight } = useOwnerContext();
  const isGone = useSyncExternalStore(
    useCallback((listener: () => void) => handle.onGone(listener), [handle]),
    () => handle.isGone,
  );
  const browserOnline = useBrowserOnline();
  const made = useSyncExternalStore(inFlight.subscribe, inFlight.mark);
  // While something is being changed nothing needs to be counted; it is when it was made.
  const stored = useLiveQuery(changeCounts, useLast(made) ?? 0);
  const isCounted = made !== null && stored?.made === made;
  const pending = Math.max(stored?.pending ?? 0, isCounted ? 0 : 1);
  useLayoutEffect(() => inFlight.shows(pending), [inFlight, pending]);
  const hasWaitedLong = useWaitedLong(pending > 0);
  return {
    isKnown: stored !== undefined,
    online: reached(outcome, browserOnline),
    pending,
    isSending: isOnItsWay(outcome) && !hasWaitedLong,
    rejected: stored?.rejected ?? 0,
    signedOut: outcome === "signed-out",
    wrongUser: outcome === "wrong-user",
    outdated: outcome === "client-outdated",
    isForeign: outcome === "foreign-answer",
    serverTrouble: outcome === "server-trouble",
    firstSyncDone: stored?.firstSyncDone ?? false,
    trouble: isGone ? "gone" : troubleIn(outcome),
    isKept: !isMemoryOnly(),
  };
}

/** A change on a network that works is sent within this. What takes longer is shown as waiting, with its number. */
const SAVING_SHOWN_FOR_MS = 5000;

function useWaitedLong(isWaiting: boolean): boolean {
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(setWaited, SAVING_SHOWN_FOR_MS, true);
    return () => {
      clearTimeout(timer);
      setWaited(false);
    };
  }, [isWaiting]);
  return hasWaited;
}

function troubleIn(outcome: SyncOutcome | null): SyncStatus["trouble"] {
  if (outcome === "device-full") return "full";
  return outcome === "device-trouble" ? "lost" : null;
}

function useOwnerContext() {
  const owner = use(OwnerContext);
  if (!owner) throw new Error("No owner here: this screen stands outside OwnerProvider");
  return owner;
}

const useBrowserOnline = () => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);

function subscribeToNetwork(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
