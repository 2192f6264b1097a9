import { IconCloudUp } from "@tabler/icons-react";
import { syncWords } from "#words/sync";
import styles from "./pending-mark.module.css";

/** Says of one row that only this device has it so far. */
export const PendingMark = () => (
  <span className={styles["mark"]} title={syncWords.pendingMark}>
    <IconCloudUp size={16} aria-hidden="true" /><span className="visually-hidden">{syncWords.pendingMark}</span>
  </span>
);
