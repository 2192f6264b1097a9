import { type ReactNode, useEffect, useRef, useState } from "react";
import { LeaveGuard } from "#navigation/leave-guard.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { type SyncPhase, syncPhase } from "#sync/sync-status";
import { navigationWords } from "#words/screens/navigation";
import { SideNavigation } from "./side-navigation";
import styles from "./signed-in-layout.module.css";
import { StorageNotice } from "./storage-notice";
import { SuspensionNotice } from "./suspension-notice";
import { syncText } from "#features/navigation/header/sync-text";

export const SignedInLayout = ({ children }: { children: ReactNode }) => (
  <>
    <a href="#content" className={styles["skip"]}>
      {navigationWords.skip}
    </a>
    <SideNavigation />
    <div className={styles["page"]}>
      <StorageNotice />
      <SuspensionNotice />
      {children}
    </div>
    <SyncAnnouncer />
    <LeaveGuard />
  </>
);

/** A change sent at once passes three phases, which need no announcement. */
const SETTLED_AFTER_MS = 1500;

/**
 * For screen readers, when the state changes its kind: not for each change, nor at the start. Outside the
 * screens, which come and go.
 */
function SyncAnnouncer() {
  const status = useSyncStatus();
  const phase = syncPhase(status);
  const text = syncText(status);
  const announced = useRef<SyncPhase | null>(null);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    if (!status.isKnown) return undefined;
    const timer = setTimeout(() => {
      if (announced.current !== null && announced.current !== phase) setAnnouncement(text);
      announced.current = phase;
    }, SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status.isKnown, phase, text]);

  return <output className="visually-hidden">{announcement}</output>;
}
