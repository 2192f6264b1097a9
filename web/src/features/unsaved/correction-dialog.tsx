import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import type { VersionedMutation } from "#outbox/mutate";
import { correctRejected } from "#outbox/rejected";
import { useOwner } from "#sync/owner-context.tsx";
import { DialogButtons, DialogForm } from "#ui/dialog-form.tsx";
import { useDirtyForm } from "#ui/dirty-forms";
import { FormDialog } from "#ui/form-dialog.tsx";
import { focusFirstError } from "#ui/form-focus";
import { SubmitButton } from "#ui/submit-button.tsx";
import { showError, showSuccess } from "#ui/toast";
import { useBusy } from "#ui/use-busy";
import { useLast } from "#ui/use-last";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { fieldWords, unsavedWords as words } from "#words/unsaved";
import { ItemForm } from "#workbench/item-form.tsx";
import { ShelfForm } from "#workbench/shelf-form.tsx";
import { type Correction, correctedItem, correctedShelf, correctedTexts, type TextsCorrection, wrongTexts } from "./correction";
import { describedChange } from "./described-change";

/** A refused change in the form that it came from, as it was typed. Saved, it takes the refused one's place. */
export function CorrectionDialog({ correction, onClose }: { correction: Correction | null; onClose: (isSaved: boolean) => void }) {
  const shown = useLast(correction);
  const saved = useRef<Correction>(null);
  const close = () => onClose(correction !== null && saved.current === correction);
  return (
    <FormDialog isOpen={correction !== null} title={shown && words.editTitle(describedChange(shown.part.root).what)} size={560} onClose={close}>
      {(close) => shown && (
        <CorrectionForm
          key={shown.part.root.opId}
          correction={shown}
          onSaved={() => {
            saved.current = shown;
          }}
          onClose={close}
        />
      )}
    </FormDialog>
  );
}

function CorrectionForm({ correction, onSaved, onClose }: { correction: Correction; onSaved: () => void; onClose: () => void }) {
  const owner = useOwner();
  const save = async (changes: VersionedMutation[]) => {
    await correctRejected(owner.store, correction.part, changes);
    onSaved();
    void owner.syncNow();
  };
  if (correction.form === "item") {
    const saveItem = async (draft: typeof correction.draft) => save(await correctedItem(owner.store, correction, draft));
    return <ItemForm shelfId={correction.draft.shelfId} item={correction.item} onClose={onClose} correction={{ ...correction, save: saveItem }} />;
  }
  if (correction.form === "shelf") {
    const saveShelf = async (draft: typeof correction.draft) => save(await correctedShelf(owner.store, correction, draft));
    return <ShelfForm shelf={correction.shelf} onClose={onClose} correction={{ ...correction, save: saveShelf }} />;
  }
  return <TextsForm correction={correction} save={async (texts) => save(correctedTexts(correction, texts))} onClose={onClose} />;
}

const LONG_TEXTS = new Set(["description", "bio", "customCss"]);

type TextsFormProps = { correction: TextsCorrection; save: (texts: TextsCorrection["texts"]) => Promise<void>; onClose: () => void };

/** The typed texts alone, of whatever thing. */
function TextsForm({ correction, save, onClose }: TextsFormProps) {
  const form = useForm({ initialValues: correction.texts, validate: (texts) => wrongTexts(correction, texts) });
  const letGo = useDirtyForm(form.isDirty);
  const { isBusy, whileBusy } = useBusy();
  const submit = async (values: TextsCorrection["texts"]) => {
    try {
      await save(values);
      showSuccess(words.retried);
      letGo();
      onClose();
      return true;
    } catch (error) {
      showError(errorWords(error), words.retryFailed);
      return false;
    }
  };
  return (
    <DialogForm onSubmit={form.onSubmit((values) => whileBusy(() => submit(values)), focusFirstError(form))}>
      {Object.keys(correction.texts).map((field, at) => {
        const Field = LONG_TEXTS.has(field) ? Textarea : TextInput;
        return <Field key={field} {...form.getInputProps(field)} label={fieldWords[field]} data-autofocus={at === 0 || undefined} />;
      })}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{actionWords.cancel}</Button>
        <SubmitButton isOff={isBusy}>{words.save}</SubmitButton>
      </DialogButtons>
    </DialogForm>
  );
}
