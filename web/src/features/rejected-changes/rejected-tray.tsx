import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { openNotices } from "#outbox/notices";
import { groupRejected, rejectedEntries, type RejectedGroup } from "#outbox/rejected-groups";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { type FocusNeighbour, focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { rejectedWords } from "#words/screens/rejected-changes";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import { type Correction, correctionOf } from "./correction";
import { CorrectionDialog } from "./correction-dialog";
import { RejectedGroupCard } from "./rejected-group-card";
import styles from "./rejected-tray.module.css";

export const RejectedTray = () => (
  <>
    <OverwrittenNotices />
    <RejectedChanges />
  </>
);

function RejectedChanges() {
  const { readStore } = useOwner();
  const entries = useLiveQuery(rejectedEntries);
  const notices = useLiveQuery(openNotices);
  // State of the tray: typed text stays when another tab discards the change.
  const [correction, setCorrection] = useState<Correction | null>(null);
  const neighbour = useRef<FocusNeighbour>(null);
  const edit = async (part: RejectedGroup) => {
    neighbour.current = focusNeighbour();
    setCorrection(await readStore((store) => correctionOf(store, part)));
  };
  const close = (isSaved: boolean) => {
    flushSync(() => setCorrection(null));
    if (isSaved || neighbour.current?.isGone()) neighbour.current?.focus();
  };
  return (
    <>
      {entries?.length === 0 && notices?.length === 0 && <NothingRejected />}
      {entries && entries.length > 0 && (
        <>
          <p className={styles["lead"]}>{rejectedWords.lead}</p>
          <ul role="list" className={styles["list"]}>
            {groupRejected(entries).map((group) => (
              <li key={group.root.opId}>
                <RejectedGroupCard group={group} onEdit={(part) => void edit(part)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <CorrectionDialog correction={correction} onClose={close} />
    </>
  );
}

const NothingRejected = () => (
  <section className={styles["empty"]}>
    <h2>{rejectedWords.emptyTitle}</h2>
    <p>{rejectedWords.emptyText}</p>
  </section>
);
