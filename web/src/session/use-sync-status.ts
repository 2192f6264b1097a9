import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { useStoreHandle } from "#local-store/boot/store-context";
import { isMemoryOnly } from "#local-store/storage-fallback";
import { useLiveQuery } from "#local-store/use-live-query";
import { changeCounts } from "#outbox/change-counts";
import { useLast } from "#platform/react/use-last";
import { useOnline } from "#platform/react/use-online";
import type { SyncOutcome } from "#sync/run-sync";
import { isOnItsWay, reached, type SyncStatus } from "#sync/sync-status";
import type { InFlightChanges } from "./in-flight-changes";

/** `outcome`: of the last sync; null before the first and during one. */
export const SyncContext = createContext<{
  outcome: SyncOutcome | null;
  inFlight: InFlightChanges;
} | null>(null);

export function useSyncStatus(): SyncStatus {
  const context = use(SyncContext);
  if (!context) throw new Error("This component is outside OwnerProvider");
  const { outcome, inFlight } = context;
  const handle = useStoreHandle();
  const isGone = useSyncExternalStore(
    useCallback((listener: () => void) => handle.onGone(listener), [handle]),
    () => handle.isGone,
  );
  const browserOnline = useOnline();
  const made = useSyncExternalStore(inFlight.subscribe, inFlight.mark);
  // The query counts again once the change is made.
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

/** A slower change is shown as pending, with its number. */
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
