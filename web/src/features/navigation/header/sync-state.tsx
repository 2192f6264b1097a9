import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDatabaseX,
  IconDeviceMobileCheck,
  IconLogin2,
  IconRefresh,
  type Icon,
} from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useSyncStatus } from "#session/use-sync-status";
import { syncPhase, type SyncPhase } from "#sync/sync-status";
import { updateApp } from "#domain/pwa/update-app";
import styles from "./sync-state.module.css";
import { syncText } from "./sync-text";

const ICONS: Record<SyncPhase, Icon> = {
  "saved-everywhere": IconCloudCheck,
  saving: IconCloudUp,
  "saved-here": IconDeviceMobileCheck,
  offline: IconCloudOff,
  rejected: IconAlertTriangle,
  foreign: IconCloudOff,
  "sign-in": IconLogin2,
  outdated: IconRefresh,
  trouble: IconDatabaseX,
};

const ACTED_ON = new Set<SyncPhase>(["rejected", "sign-in", "outdated"]);

/** `SyncAnnouncer` reads it aloud. */
export function SyncState() {
  const status = useSyncStatus();
  const { href } = useLocation();
  const phase = syncPhase(status);
  const PhaseIcon = ICONS[phase];
  const text = (
    <>
      <PhaseIcon size={18} aria-hidden="true" />
      <span>{syncText(status)}</span>
    </>
  );
  // Reserves the likely room.
  if (!status.isKnown)
    return (
      <p className={styles["state"]} aria-hidden="true">
        <span className={styles["text"]} data-unknown>
          {text}
        </span>
      </p>
    );
  return (
    <p className={styles["state"]} data-phase={phase}>
      {phase === "rejected" && (
        <Link to="/unsaved" className={styles["text"]}>
          {text}
        </Link>
      )}
      {phase === "sign-in" && (
        <Link to="/login" search={{ next: href }} className={styles["text"]}>
          {text}
        </Link>
      )}
      {phase === "outdated" && (
        <button type="button" className={styles["text"]} onClick={() => void updateApp()}>
          {text}
        </button>
      )}
      {!ACTED_ON.has(phase) && <span className={styles["text"]}>{text}</span>}
    </p>
  );
}
