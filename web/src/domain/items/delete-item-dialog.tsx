import type { ItemRow } from "@shelv/contract/rows/item";
import { DeleteDialog } from "#ui/dialogs/delete-dialog.tsx";
import type { Deletion } from "#ui/dialogs/use-confirm-delete";
import { deleteItemWords } from "#words/screens/items";
import { useDeleteItems } from "./delete-items";

export function DeleteItemDialog({
  deletion,
  onClose,
}: {
  deletion: Deletion<ItemRow> | null;
  onClose: () => void;
}) {
  const deleteItems = useDeleteItems();
  return (
    <DeleteDialog
      deletion={deletion}
      words={deleteItemWords}
      nameOf={({ title }) => title}
      onDelete={({ id }) => void deleteItems([id])}
      onClose={onClose}
    />
  );
}
