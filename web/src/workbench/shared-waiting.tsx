import { IconInbox } from "@tabler/icons-react";
import { useLiveQuery } from "dexie-react-hooks";
import { type SharedThing, sharedThings } from "#local-store/shared-things";
import { useOwner } from "#sync/owner-context.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { shareWords as words } from "#words/share";
import styles from "./shared-waiting.module.css";

/** What other apps shared to this account, the newest first; undefined until that is known. A store in trouble has nothing waiting. */
export function useSharedThings(): SharedThing[] | undefined {
  const { userId } = useOwner().account;
  return useLiveQuery(async () => (await sharedThings()).waitingFor(userId).catch(() => []), [userId]);
}

/** Tells that something is waiting, wherever its owner went instead. */
export function SharedWaiting() {
  const waiting = useSharedThings() ?? [];
  return (
    <output className={styles["region"]}>
      {waiting.length > 0 && (
        <span className={styles["notice"]}>
          <IconInbox size={18} aria-hidden="true" />
          <span className={styles["text"]}>{words.waiting(waiting.length)}</span>
          <LinkButton to="/share" variant="subtle" size="compact-md">{words.putAway}</LinkButton>
        </span>
      )}
    </output>
  );
}
