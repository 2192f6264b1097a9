import { useRef } from "react";
import type { VersionedMutation } from "#outbox/mutate";
import { useOwner } from "#session/owner-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { useLast } from "#platform/react/use-last";
import { rejectedWords as words } from "#words/screens/rejected-changes";
import { ItemForm } from "#domain/items/item-form.tsx";
import { ShelfForm } from "#domain/shelves/shelf-form.tsx";
import { type Correction, correctedItem, correctedShelf, makeCorrected } from "./correction";
import { correctedFields } from "./correction-fields";
import { describedChange } from "./described-change";
import { FieldsForm } from "./fields-form";

/** Saving replaces the rejected change. */
export function CorrectionDialog({
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
      title={shown && words.editTitle(describedChange(shown.part.root).what)}
      size={560}
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
    const isMade = await owner.readStore((store) => makeCorrected(store, correction.part, changes));
    onSaved();
    void owner.syncNow();
    return isMade;
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
  if (correction.form === "shelf") {
    const saveShelf = async (draft: typeof correction.draft) =>
      void (await save(await owner.readStore((store) => correctedShelf(store, correction, draft))));
    return (
      <ShelfForm
        shelf={correction.shelf}
        onClose={onClose}
        correction={{ ...correction, name, save: saveShelf }}
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
