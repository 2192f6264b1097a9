import { IconEyeOff } from "@tabler/icons-react";
import { accountOf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { navigationWords } from "#words/screens/navigation";
import styles from "./storage-notice.module.css";

export function SuspensionNotice() {
  const reason = useLiveQuery(accountOf)?.suspension;
  if (reason === undefined) return null;
  return (
    <output className={styles["notice"]}>
      <IconEyeOff size={18} aria-hidden="true" />
      <span>{navigationWords.suspended(reason)}</span>
    </output>
  );
}
