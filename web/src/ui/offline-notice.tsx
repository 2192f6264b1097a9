import { IconCloudOff } from "@tabler/icons-react";
import { offlineWords } from "#words/navigation";
import styles from "./offline-notice.module.css";
import { useOnline } from "./use-online";

/** The region stands from the start: screen readers announce only what changes inside one they know. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <output className={styles["region"]}>
      {!online && <span className={styles["notice"]}><IconCloudOff size={18} aria-hidden="true" />{offlineWords.notice}</span>}
    </output>
  );
}
