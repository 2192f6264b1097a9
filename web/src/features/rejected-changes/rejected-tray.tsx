import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { openNotices } from "#outbox/notices";
import { groupRejected, rejectedEntries, type RejectedGroup } from "#outbox/rejected-groups";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { type FocusNeighbour, focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { rejectedWords } from "#words/screens/rejected-changes";
import { FORM_WIDTH_PX } from "#domain/items/form/form-width";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { correctedItem, type Correction, correctionOf, makeCorrected } from "./correction";
import { RejectedGroupCard } from "./rejected-group-card.tsx";
import styles from "./rejected-tray.module.css";
import type { VersionedMutation } from "#outbox/mutate";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { shelvesWords } from "#words/screens/shelves";
import { useLast } from "#platform/react/use-last";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { correctedFields } from "./correction-fields";
import { describedChange } from "./described-change";
import { FieldsForm } from "./fields-form.tsx";

const ItemForm = lazyComponent(async () => (await import("#domain/items/form/item-form.tsx")).ItemForm, {
  afterMs: 0,
});

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
  <EmptyShelf title={rejectedWords.emptyTitle} text={rejectedWords.emptyText}>
    <LinkButton to="/shelves" variant="default">
      {shelvesWords.toShelves}
    </LinkButton>
  </EmptyShelf>
);

function CorrectionDialog({
  correction,
  onClose,
}: {
  correction: Correction | null;
  onClose: (isSaved: boolean) => void;
}) {
  const shown = useLast(correction);
  const saved = useRef<Correction>(null);
  const close = () => onClose(correction !== null && saved.current === correction);
  return (
    <FormDialog
      isOpen={correction !== null}
      title={shown && rejectedWords.editTitle(describedChange(shown.part.root).what)}
      size={shown?.form === "item" ? FORM_WIDTH_PX : 560}
      onClose={close}
    >
      {(close) =>
        shown && (
          <CorrectionForm
            key={shown.part.root.opId}
            correction={shown}
            onSaved={() => {
              saved.current = shown;
            }}
            onClose={close}
          />
        )
      }
    </FormDialog>
  );
}

function CorrectionForm({
  correction,
  onSaved,
  onClose,
}: {
  correction: Correction;
  onSaved: () => void;
  onClose: () => void;
}) {
  const owner = useOwner();
  const name = `rejected:${correction.part.root.opId}`;
  const save = async (changes: VersionedMutation[]) => {
    const hasChanges = await owner.readStore((store) => makeCorrected(store, correction.part, changes));
    onSaved();
    void owner.syncNow();
    return hasChanges;
  };
  if (correction.form === "item") {
    const saveItem = async (draft: typeof correction.draft, createId: string) =>
      void (await save(await owner.readStore((store) => correctedItem(store, correction, draft, createId))));
    return (
      <ItemForm
        shelfId={correction.draft.shelfId}
        item={correction.item}
        onClose={onClose}
        correction={{ ...correction, name, save: saveItem }}
      />
    );
  }
  return (
    <FieldsForm
      name={name}
      correction={correction}
      save={(draft) => save(correctedFields(correction, draft))}
      onClose={onClose}
    />
  );
}
