import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { categoryFields, categoryNameKey, type CategoryRow } from "@shelv/contract/category";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import * as v from "valibot";
import { newId } from "#platform/new-id";
import { DialogButtons, DialogForm } from "#ui/dialogs/dialog-form.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { showError, showSuccess } from "#ui/feedback/toast";
import { usePending } from "#ui/forms/use-pending";
import { actionWords } from "#words/actions";
import { categoryWords as words } from "#words/screens/categories";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { useRestoringMutate } from "#domain/conflicts/use-restoring-mutate";

type CategoryFormProps = {
  shelfId: string;
  siblings: readonly CategoryRow[];
  category: CategoryRow | null;
  onClose: () => void;
};

const fieldErrors = schemaResolver(categoryFields, { sync: true });

/** `category` is null for a new one. */
export function CategoryForm({ shelfId, siblings, category, onClose }: CategoryFormProps) {
  const { isGone, mutate } = useRestoringMutate();
  const form = useForm({
    initialValues: { name: category?.name ?? "" },
    validate: (values) => {
      const errors = fieldErrors(values);
      const key = categoryNameKey(values.name);
      const isTaken = siblings.some(({ id, name }) => id !== category?.id && categoryNameKey(name) === key);
      return isTaken ? { name: words.taken, ...errors } : errors;
    },
  });
  const typed = useFormDraft(`category:${category?.id ?? `new:${shelfId}`}`, form);
  const { isPending, runOnce } = usePending();

  const submit = async (values: { name: string }) => {
    try {
      const after = v.parse(categoryFields, values);
      const edit = category && patchBetween(form.getInitialValues(), after);
      if (!category)
        await mutate({
          name: "category.create",
          args: { id: newId(), shelfId, ...after, position: positionAtEnd(siblings) },
        });
      else if (edit) await mutate({ name: "category.update", args: { id: category.id, ...edit } });
      showSuccess(category ? words.updated : words.created);
      typed.release();
      onClose();
      return true;
    } catch (error) {
      showError(failedWords[category ? "category.update" : "category.create"](errorWords(error)));
      return false;
    }
  };

  const rest = category ? words.update : words.create;
  return (
    <DialogForm onSubmit={form.onSubmit((values) => runOnce(() => submit(values)), focusFirstError(form))}>
      <DraftBar draft={typed} />
      <TextInput
        {...form.getInputProps("name")}
        label={words.name}
        placeholder={words.namePlaceholder}
        data-autofocus
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {actionWords.cancel}
        </Button>
        <SubmitButton isOff={isPending}>{isGone ? actionWords.restoreAnd(rest) : rest}</SubmitButton>
      </DialogButtons>
    </DialogForm>
  );
}
