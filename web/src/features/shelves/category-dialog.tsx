import { Button, Modal, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { categoryFields, type CategoryRow } from "@shelv/contract/category";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import * as v from "valibot";
import { newId } from "#local-store/new-id";
import { useOwner } from "#sync/owner-context.tsx";
import { DialogButtons, DialogForm } from "#ui/dialog-form.tsx";
import { useDirtyForm } from "#ui/dirty-forms";
import { focusFirstError } from "#ui/form-focus";
import { showError, showSuccess } from "#ui/toast";
import { useIsPhone } from "#ui/use-is-phone";
import { useLast } from "#ui/use-last";
import { actionWords } from "#words/actions";
import { categoryWords as words } from "#words/categories";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";

/** What is open when a category is to be made. */
export const NEW_CATEGORY = "new";
type Open = CategoryRow | typeof NEW_CATEGORY;

type CategoryDialogProps = { shelfId: string; siblings: readonly CategoryRow[]; open: Open | null; onClose: () => void };

/** Makes a category, or renames one. What it shows stays while it closes. */
export function CategoryDialog({ shelfId, siblings, open, onClose }: CategoryDialogProps) {
  const shown = useLast(open);
  const isPhone = useIsPhone();
  return (
    <Modal opened={open !== null} onClose={onClose} fullScreen={isPhone} radius={isPhone ? 0 : "lg"} title={shown === NEW_CATEGORY ? words.addTitle : words.renameTitle}>
      {shown && <CategoryForm shelfId={shelfId} siblings={siblings} open={shown} onClose={onClose} />}
    </Modal>
  );
}

function CategoryForm({ shelfId, siblings, open, onClose }: Omit<CategoryDialogProps, "open"> & { open: Open }) {
  const owner = useOwner();
  const category = open === NEW_CATEGORY ? null : open;
  const form = useForm({ initialValues: { name: category?.name ?? "" }, validate: schemaResolver(categoryFields, { sync: true }) });
  useDirtyForm(form.isDirty());

  const submit = async (values: { name: string }) => {
    try {
      const after = v.parse(categoryFields, values);
      const edit = category && patchBetween({ name: category.name }, after);
      if (!category) await owner.mutate({ name: "category.create", args: { id: newId(), shelfId, ...after, position: positionAtEnd(siblings) } });
      else if (edit) await owner.mutate({ name: "category.update", args: { id: category.id, ...edit } });
      showSuccess(category ? words.updated : words.created);
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
