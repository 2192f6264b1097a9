import { IconDatabaseOff } from "@tabler/icons-react";
import { useEffect } from "react";
import { isMemoryOnly } from "#local-store/storage-fallback";
import { useSyncStatus } from "#session/use-sync-status";
import { storeWords } from "#words/store";
import { isSigningOut } from "#navigation/sign-out-state";
import styles from "./storage-notice.module.css";

/** A store in memory: the browser asks before the page closes with unsent changes. */
export function StorageNotice() {
  const { pending, rejected } = useSyncStatus();
  const wouldLose = isMemoryOnly() && pending + rejected > 0;

  useEffect(() => {
    if (!wouldLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      // The sign-out has asked.
      if (!isSigningOut()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [wouldLose]);

  if (!isMemoryOnly()) return null;
  return (
    <output className={styles["notice"]}>
      <IconDatabaseOff size={18} aria-hidden="true" />
      {storeWords.isMemoryOnly}
    </output>
  );
}
