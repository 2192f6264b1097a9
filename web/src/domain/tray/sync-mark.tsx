import { IconAlertTriangle, IconCloudUp } from "@tabler/icons-react";
import type { RowMark } from "#local-store/queries";
import { syncWords } from "#words/sync";
import styles from "./sync-mark.module.css";

const ICONS = { pending: IconCloudUp, rejected: IconAlertTriangle };

export function SyncMark({ mark }: { mark: RowMark | undefined }) {
  if (!mark) return null;
  const MarkIcon = ICONS[mark];
  return (
    <span className={styles["mark"]} data-mark={mark} title={syncWords.marks[mark]}>
      <MarkIcon size={16} aria-hidden="true" />
      <span className="visually-hidden">{syncWords.marks[mark]}</span>
    </span>
  );
}
