import { IconCloudOff } from "@tabler/icons-react";
import { offlineText } from "#words/catalogue";
import styles from "./offline-notice.module.css";
import { useNetwork } from "#platform/react/use-online";

/**
 * The live region is there from the start: screen readers announce only changes in a known one. In a
 * prerendered page boot/before-first-paint.js marks the root if the notice is visible.
 */
export function OfflineNotice() {
  const network = useNetwork();
  return (
    <output className={styles["region"]}>
      {network !== "online" && (
        <span className={styles["notice"]} data-network={network}>
          <span className={styles["text"]}>
            {offlineText}
            <IconCloudOff size={18} aria-hidden="true" />
          </span>
        </span>
      )}
    </output>
  );
}
