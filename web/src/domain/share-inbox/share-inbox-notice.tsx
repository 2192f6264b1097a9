import { IconInbox } from "@tabler/icons-react";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { shareInboxWords as words } from "#words/links/share-inbox";
import styles from "./share-inbox-status.module.css";
import { useShareInbox } from "./use-share-inbox";

export function ShareInboxNotice() {
  const waiting = useShareInbox() ?? [];
  if (waiting.length === 0) return null;
  return (
    <span className={styles["notice"]}>
      <IconInbox size={18} aria-hidden="true" />
      <span className={styles["text"]}>
        {waiting.every(({ from, userId }) => from === undefined && userId !== null)
          ? words.waiting(waiting.length)
          : words.sentWaiting(waiting.length)}
      </span>
      <LinkButton to="/share" variant="subtle" size="compact-md">
        {words.putAway}
      </LinkButton>
    </span>
  );
}
