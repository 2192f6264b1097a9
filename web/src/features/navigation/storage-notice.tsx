import { IconDatabaseOff } from "@tabler/icons-react";
import { useEffect } from "react";
import { keepsNothing } from "#local-store/storage";
import { useSyncStatus } from "#sync/owner-context.tsx";
import { storeWords } from "#words/store";
import { isSigningOut } from "#workbench/sign-out-state";
import styles from "./storage-notice.module.css";

/** Where nothing is kept, the owner knows it all the time, and is asked before leaving with something unsent. */
export function StorageNotice() {
  const { pending, rejected } = useSyncStatus();
  const wouldLose = keepsNothing() && pending + rejected > 0;

  useEffect(() => {
    if (!wouldLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      // Who signs out was asked, and has answered.
      if (!isSigningOut()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [wouldLose]);

  if (!keepsNothing()) return null;
  return (
    <output className={styles["notice"]}>
      <IconDatabaseOff size={18} aria-hidden="true" />
      {storeWords.keepsNothing}
    </output>
  );
}
