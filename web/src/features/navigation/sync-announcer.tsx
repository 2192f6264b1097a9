import { useEffect, useRef, useState } from "react";
import { useSyncStatus } from "#sync/owner-context.tsx";
import { syncPhase, type SyncPhase } from "#sync/sync-status";
import { syncText } from "./sync-text";

/** A change that is sent at once passes through three phases; nobody wants to hear them. */
const SETTLED_AFTER_MS = 1500;

/**
 * Tells screen readers, politely, when what the header says of the owner's changes is of another kind than last told:
 * not at every change, and not what the screen said when it opened. Stands outside the screens, which come and go.
 */
export function SyncAnnouncer() {
  const status = useSyncStatus();
  const phase = syncPhase(status);
  const text = syncText(status);
  const told = useRef<SyncPhase | null>(null);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    if (!status.isKnown) return undefined;
    const timer = setTimeout(() => {
      if (told.current !== null && told.current !== phase) setAnnouncement(text);
      told.current = phase;
    }, SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status.isKnown, phase, text]);

  return <output className="visually-hidden">{announcement}</output>;
}
