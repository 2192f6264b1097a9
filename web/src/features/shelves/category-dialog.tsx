import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { categoryFields, type CategoryRow } from "@shelv/contract/category";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import * as v from "valibot";
import { newId } from "#local-store/new-id";
import { useOwner } from "#sync/owner-context.tsx";
import { DialogButtons, DialogForm } from "#ui/dialog-form.tsx";
import { useDirtyForm } from "#ui/dirty-forms";
import { FormDialog } from "#ui/form-dialog.tsx";
import { focusFirstError } from "#ui/form-focus";
import { showError, showSuccess } from "#ui/toast";
import { useLast } from "#ui/use-last";
import { actionWords } from "#words/actions";
import { categoryWords as words } from "#words/categories";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";

/** The address's word for a category that does not exist yet. */
export const NEW_CATEGORY = "new";
type Open = CategoryRow | typeof NEW_CATEGORY;

type CategoryDialogProps = {
  shelfId: string;
  siblings: readonly CategoryRow[];
  /** The category whose form is open, or `NEW_CATEGORY`; undefined while none is. */
  openId: string | undefined;
  onClose: () => void;
};

/** Makes a category, or renames one. What it shows stays while it closes, and when another device deletes the category meanwhile. */
export function CategoryDialog({ shelfId, siblings, openId, onClose }: CategoryDialogProps) {
  const shown = useLast(openId === NEW_CATEGORY ? NEW_CATEGORY : siblings.find(({ id }) => id === openId));
  const isOpen = openId !== undefined && openId === (typeof shown === "object" ? shown.id : shown);
  return (
    <FormDialog isOpen={isOpen} title={shown === NEW_CATEGORY ? words.addTitle : words.renameTitle} onClose={onClose}>
      {(close) => shown && <CategoryForm key={typeof shown === "object" ? shown.id : shown} shelfId={shelfId} siblings={siblings} open={shown} onClose={close} />}
    </FormDialog>
  );
}

function CategoryForm({ shelfId, siblings, open, onClose }: Omit<CategoryDialogProps, "openId"> & { open: Open }) {
  const owner = useOwner();
  const category = open === NEW_CATEGORY ? null : open;
  const form = useForm({ initialValues: { name: category?.name ?? "" }, validate: schemaResolver(categoryFields, { sync: true }) });
  useDirtyForm(form.isDirty);

  const submit = async (values: { name: string }) => {
    try {
      const after = v.parse(categoryFields, values);
      const edit = category && patchBetween({ name: category.name }, after);
      if (!category) await owner.mutate({ name: "category.create", args: { id: newId(), shelfId, ...after, position: positionAtEnd(siblings) } });
      else if (edit) await owner.mutate({ name: "category.update", args: { id: category.id, ...edit } });
      showSuccess(category ? words.updated : words.created);
      form.resetDirty();
      onClose();
    } catch (error) {
      showError(failedWords[category ? "category.update" : "category.create"](errorWords(error)));
    }
  };

  return (
    <DialogForm onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <TextInput {...form.getInputProps("name")} label={words.name} placeholder={words.namePlaceholder} data-autofocus />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{actionWords.cancel}</Button>
        <Button type="submit" disabled={form.submitting}>{category ? words.update : words.create}</Button>
      </DialogButtons>
    </DialogForm>
  );
}
