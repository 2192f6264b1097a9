import type { PokeBody } from "@shelv/contract/sync";
import { callAs } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { describeError, storageErrorKind } from "#local-store/storage-errors";
import { holdingReload } from "#platform/reload";
import { requestIdle, settleWithin } from "#platform/wait";
import { picturesToUpload } from "#outbox/change-counts";
import { noteUnsent } from "#outbox/unsent";
import { applyPoke } from "#sync/pull/apply-pull";
import { requestBackgroundSync } from "./request-background-sync";
import { nextSync } from "./retry-schedule";
import { runSync, type SyncOutcome } from "#sync/run-sync";
import { httpSyncServer, type SyncServer } from "#sync/sync-server";
import { rescueChangesOfDeletedAccounts } from "#accounts/rescue-changes-of-deleted-accounts";
import { startUploadLane } from "./upload-lane";
import { withSyncLock } from "#sync/with-sync-lock";

const EVERY_MS = 60_000;
const SENT_AT_LATEST_MS = 200;
/** Where the browser reports no network. */
const LOOKS_FOR_NETWORK_EVERY_MS = 3000;
const PAUSES_AFTER_MS = 3000;

export type SyncLoop = {
  /** Never rejects. */
  syncNow(): Promise<SyncOutcome>;
  /** As `syncNow`, with pictures. Never rejects. */
  sendAll(): Promise<SyncOutcome>;
  changed(): void;
  /** Something changed on another device. */
  poked(body: PokeBody | null): void;
  /** Resolves with how to resume when the running sync ends, at most after `PAUSES_AFTER_MS`. */
  pause(): Promise<() => void>;
  stop(): void;
};

/**
 * Keeps a tab in sync: at the start, when the network or the owner comes back, every minute, after each
 * change and poke. Failures are retried with backoff; being offline is not a failure.
 * @param onOutcome called with null while a sync gets answers: the last outcome no longer holds
 */
export function startSyncLoop(
  store: LocalStore,
  server: SyncServer,
  onOutcome: (outcome: SyncOutcome | null) => void,
): SyncLoop {
  const stopped = new AbortController();
  let failures = 0;
  let isHalted = false;
  /** At each start of the app. */
  let checksRows = true;
  /** The network came back since the last run. */
  let isBack = false;
  let running: Promise<SyncOutcome> | null = null;
  /** One more run, asked for during this one. */
  let waiting: Promise<SyncOutcome> | null = null;
  /** Something happened during a run, which may already have read the outbox. */
  let isDue = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let networkTimer: ReturnType<typeof setTimeout> | undefined;
  /** The server's requested pause (`performance.now()`); only `syncNow` ignores it. */
  let notBefore = 0;
  let paused: Promise<void> | null = null;

  const onAnswer = () => {
    failures = 0;
    if (!stopped.signal.aborted) onOutcome(null);
  };

  const run = async (): Promise<SyncOutcome> => {
    clearTimeout(retryTimer);
    clearTimeout(networkTimer);
    retryTimer = undefined;
    isDue = false;
    await paused;
    await noteUnsent(store).catch(() => undefined);
    let retryAfterMs = 0;
    const onRetryAfter = (ms: number) => (retryAfterMs = ms);
    const outcome = await withSyncLock(
      `sync-${store.userId}`,
      () => holdingReload(() => runSync(store, server, { checksRows, onAnswer, onRetryAfter })),
      { steals: true },
    ).catch((error: unknown) => deviceTrouble(store, error));
    if (stopped.signal.aborted) return outcome;
    failures = RETRIED.has(outcome) ? failures + 1 : 0;
    if (outcome === "synced") checksRows = false;
    isHalted = HALTING.has(outcome);
    onOutcome(outcome);
    notBefore = performance.now() + retryAfterMs;
    const isLater = outcome === "later";
    const next = nextSync({ online: navigator.onLine, failures, retryAfterMs, isLater });
    if (next.do === "sync") retryTimer = setTimeout(() => void syncNow(), next.afterMs);
    if (next.do === "wait-for-network") lookForNetwork();
    if (UPLOADING.has(outcome)) void uploads.run({ skipsPauses: isBack });
    isBack = false;
    if (failures > 0 || isLater) await requestBackgroundSync(store);
    return outcome;
  };

  const syncNow = (): Promise<SyncOutcome> => {
    if (running) return (waiting ??= running.then(syncAgain, syncAgain));
    return (running = run().finally(() => {
      running = null;
      if (isDue && waiting === null) trigger();
    }));
  };
  const syncAgain = () => {
    waiting = null;
    return syncNow();
  };

  const trigger = () => {
    if (running) isDue = true;
    else if (performance.now() >= notBefore && !stopped.signal.aborted) void syncNow();
  };
  const uploads = startUploadLane(store, server, trigger);
  const unlessHalted = () => {
    if (!isHalted) trigger();
  };
  const onNetworkBack = () => {
    failures = 0;
    isBack = true;
    trigger();
  };
  // A browser may fire "online" before the page listens, or never.
  const lookForNetwork = () => {
    networkTimer = setTimeout(
      () => (navigator.onLine ? onNetworkBack() : lookForNetwork()),
      LOOKS_FOR_NETWORK_EVERY_MS,
    );
  };
  const { signal } = stopped;
  addEventListener("online", onNetworkBack, { signal });
  addEventListener("focus", trigger, { signal });
  // A hidden page may be closed at any moment: the browser's Background Sync sends the rest.
  const onVisibilityChange = () =>
    document.visibilityState === "visible" ? trigger() : void requestBackgroundSync(store);
  document.addEventListener("visibilitychange", onVisibilityChange, { signal });
  // The backoff may be longer than a minute.
  const timer = setInterval(() => retryTimer === undefined && unlessHalted(), EVERY_MS);
  trigger();

  return {
    syncNow,
    async sendAll() {
      const outcome = await syncNow();
      if (!UPLOADING.has(outcome) || (await picturesToUpload(store)) === 0) return outcome;
      // First the run that the sync began, which keeps to the pauses.
      await uploads.run();
      await uploads.run({ skipsPauses: true });
      return syncNow();
    },
    changed() {
      // At once: the page may be closing.
      if (!navigator.onLine) void requestBackgroundSync(store);
      // Let the browser paint the change first.
      requestIdle(() => !signal.aborted && unlessHalted(), SENT_AT_LATEST_MS);
    },
    poked: (body) =>
      void (
        body && !stopped.signal.aborted
          ? applyPoke(store, body).catch(() => "stale" as const)
          : Promise.resolve("stale" as const)
      ).then((applied) => {
        if (applied === "stale" && !stopped.signal.aborted) trigger();
      }),
    async pause() {
      const begun = running;
      let goOn = (): void => undefined;
      paused = new Promise((resolve) => (goOn = resolve));
      if (begun) await settleWithin(PAUSES_AFTER_MS, begun);
      return goOn;
    },
    stop() {
      stopped.abort();
      uploads.stop();
      clearInterval(timer);
      clearTimeout(retryTimer);
      clearTimeout(networkTimer);
    },
  };
}

/** Its first complete sync also looks for accounts of this device that no longer exist. */
export function startOverHttp(
  store: LocalStore,
  userId: string,
  onOutcome: (outcome: SyncOutcome | null) => void,
): SyncLoop {
  let hasLooked = false;
  return startSyncLoop(store, httpSyncServer(userId), (outcome) => {
    onOutcome(outcome);
    if (outcome !== "synced" || hasLooked) return;
    hasLooked = true;
    // The next start repeats it.
    void rescueChangesOfDeletedAccounts(store, callAs(userId)).catch(() => undefined);
  });
}

/** The owner must sign in or update first: neither the timer nor a change starts a sync. */
const HALTING = new Set<SyncOutcome>(["signed-out", "wrong-user", "client-outdated"]);

/** Pictures do not wait for a blocked change. */
const UPLOADING = new Set<SyncOutcome>(["synced", "blocked"]);

const RETRIED = new Set<SyncOutcome>([
  "server-trouble",
  "blocked",
  "no-network",
  "foreign-answer",
  "device-trouble",
  "device-full",
]);

async function deviceTrouble(store: LocalStore, error: unknown): Promise<SyncOutcome> {
  const kind = storageErrorKind(error);
  if (kind === "full") return "device-full";
  // oxlint-disable-next-line no-console -- the only place that reports a bug of this device
  if (kind === null) console.error(describeError(error), error);
  await store.reopen().catch(() => undefined);
  return "device-trouble";
}
