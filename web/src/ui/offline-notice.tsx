import { IconCloudOff } from "@tabler/icons-react";
import { offlineText } from "#words/catalogue";
import styles from "./offline-notice.module.css";
import { useNetwork } from "./use-online";

/**
 * The region stands from the start: screen readers announce only what changes inside one they know. A page that the build has drawn has
 * the notice in it, and a mark on its root says before the first paint whether it is seen (ui/before-first-paint.js): nothing moves when a script comes.
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
