import { Button, Textarea, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { type ShelfFields, shelfFields, type ShelfRow } from "@shelv/contract/rows/shelf";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import * as v from "valibot";
import { newId } from "#platform/new-id";
import { type Owner, useOwner } from "#session/owner-context.tsx";
import { DialogButtons, DialogForm } from "#ui/dialogs/dialog-form.tsx";
import { EmojiPicker } from "#ui/forms/emoji-picker.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { OptionalLabel } from "#ui/forms/optional-label.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { announce, showError } from "#ui/feedback/toast";
import { usePending } from "#ui/forms/use-pending";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { shelfFormWords as words } from "#words/screens/shelves";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useNoteMadeRow } from "#domain/arrivals/made-row";
import { EMPTY_SHELF, shelfFieldsOf } from "./shelf-draft";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { useRestoringMutate } from "#session/use-restoring-mutate";

type ShelfFormProps = {
  shelf: ShelfRow | null;
  onClose: () => void;
  onCreated?: ((id: string) => void) | undefined;
};

export function ShelfForm({ shelf, onClose, onCreated }: ShelfFormProps) {
  const form = useForm({
    initialValues: shelf ? shelfFieldsOf(shelf) : EMPTY_SHELF,
    validate: schemaResolver(shelfFields, { sync: true }),
  });
  const { isGone, mutate } = useRestoringMutate();
  const save = useSaveShelf(shelf, mutate);
  const noteMade = useNoteMadeRow();
  const typed = useFormDraft(`shelf:${shelf?.id ?? "new"}`, form);
  const { isPending, runOnce } = usePending();

  const submit = async (values: ShelfFields) => {
    try {
      const created = await save(shelfFieldsOf(form.getInitialValues()), v.parse(shelfFields, values));
      if (created !== null && !onCreated) noteMade(created);
      announce(shelf ? words.updated : words.created);
      typed.release();
      if (created !== null && onCreated) onCreated(created);
      else onClose();
      return true;
    } catch (error) {
      showError(failedWords[shelf ? "shelf.update" : "shelf.create"](errorWords(error)));
      return false;
    }
  };

  const saveLabel = shelf ? words.update : words.create;
  const label = isGone ? actionWords.restoreAnd(saveLabel) : saveLabel;
  const busyLabel = shelf ? words.updating : words.creating;
  return (
    <DialogForm onSubmit={form.onSubmit((values) => runOnce(() => submit(values)), focusFirstError(form))}>
      <DraftBar draft={typed} />
      <TextInput
        {...form.getInputProps("name")}
        label={words.name}
        placeholder={words.namePlaceholder}
        data-autofocus={shelf === null || undefined}
      />
      <Textarea
        {...form.getInputProps("description")}
        label={<OptionalLabel>{words.description}</OptionalLabel>}
        placeholder={words.descriptionPlaceholder}
        rows={2}
      />
      <EmojiPicker
        label={words.emoji}
        value={form.values.emoji}
        onChange={(emoji) => form.setFieldValue("emoji", emoji)}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {actionWords.cancel}
        </Button>
        <SubmitButton isOff={isPending}>{isPending ? busyLabel : label}</SubmitButton>
      </DialogButtons>
    </DialogForm>
  );
}

function useSaveShelf(shelf: ShelfRow | null, mutate: Owner["mutate"]) {
  const { readStore } = useOwner();
  return async (before: ShelfFields, after: ShelfFields): Promise<string | null> => {
    if (!shelf) {
      const id = newId();
      const position = positionAtEnd(await readStore((store) => store.shelves.toArray()));
      await mutate({ name: "shelf.create", args: { id, ...after, position } });
      return id;
    }
    const edit = patchBetween(before, after);
    if (edit) await mutate({ name: "shelf.update", args: { id: shelf.id, ...edit } });
    return null;
  };
}
