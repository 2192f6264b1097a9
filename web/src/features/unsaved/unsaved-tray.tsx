import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { openNotices } from "#outbox/notices";
import { groupRejected, rejectedEntries, type RejectedGroup } from "#outbox/rejected-groups";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { type FocusNeighbour, focusNeighbour } from "#ui/focus-neighbour";
import { unsavedWords } from "#words/unsaved";
import { OverwrittenNotices } from "#workbench/overwritten-notices.tsx";
import { type Correction, correctionOf } from "./correction";
import { CorrectionDialog } from "./correction-dialog";
import { RefusedGroup } from "./refused-group";
import styles from "./unsaved-tray.module.css";

/** What another device overwrote, and the changes that the server refused, each with its reason and everything that was typed. */
export const UnsavedTray = () => (
  <>
    <OverwrittenNotices />
    <RefusedChanges />
  </>
);

function RefusedChanges() {
  const { handle } = useOwner();
  const entries = useStored(rejectedEntries);
  const notices = useStored(openNotices);
  // State of the tray, not of its change: typed text stays when another tab discards the change.
  const [correction, setCorrection] = useState<Correction | null>(null);
  const neighbour = useRef<FocusNeighbour>(null);
  const edit = async (part: RejectedGroup) => {
    neighbour.current = focusNeighbour();
    setCorrection(await correctionOf(await handle.loaded(), part));
  };
  const close = (isSaved: boolean) => {
    flushSync(() => setCorrection(null));
    // What was corrected leaves the tray, and so does what another tab let go of.
    if (isSaved || neighbour.current?.isGone()) neighbour.current?.focus();
  };
  return (
    <>
      {entries?.length === 0 && notices?.length === 0 && <NothingRefused />}
      {entries && entries.length > 0 && (
        <>
          <p className={styles["lead"]}>{unsavedWords.lead}</p>
          <ul role="list" className={styles["list"]}>
            {groupRejected(entries).map((group) => (
              <li key={group.root.opId}>
                <RefusedGroup group={group} onEdit={(part) => void edit(part)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <CorrectionDialog correction={correction} onClose={close} />
    </>
  );
}

const NothingRefused = () => (
  <section className={styles["empty"]}>
    <h2>{unsavedWords.emptyTitle}</h2>
    <p>{unsavedWords.emptyText}</p>
  </section>
);
