import { groupRejected, rejectedEntries } from "#outbox/rejected";
import { useStored } from "#sync/owner-context.tsx";
import { unsavedWords } from "#words/unsaved";
import { OverwrittenNotices } from "#workbench/overwritten-notices.tsx";
import { RefusedGroup } from "./refused-group";
import styles from "./unsaved-tray.module.css";

/** What another device overwrote, and the changes that the server refused, each with its reason and everything that was typed. */
export const UnsavedTray = () => <><OverwrittenNotices /><RefusedChanges /></>;

function RefusedChanges() {
  const entries = useStored(rejectedEntries);
  if (!entries) return null;
  if (entries.length === 0) {
    return (
      <section className={styles["empty"]}>
        <h2>{unsavedWords.emptyTitle}</h2>
        <p>{unsavedWords.emptyText}</p>
      </section>
    );
  }
  return (
    <>
      <p className={styles["lead"]}>{unsavedWords.lead}</p>
      <ul role="list" className={styles["list"]}>
        {groupRejected(entries).map((group) => <li key={group.root.opId}><RefusedGroup group={group} /></li>)}
      </ul>
    </>
  );
}
