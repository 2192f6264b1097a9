import type { ItemRow } from "@shelv/contract/rows/item";
import { useUndoable } from "#session/use-undoable";
import { DeleteDialog } from "#ui/dialogs/delete-dialog.tsx";
import { showError } from "#ui/feedback/toast";
import type { Deletion } from "#ui/dialogs/use-confirm-delete";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { deleteItemWords, itemFormWords } from "#words/screens/items";

export function DeleteItemDialog({
  deletion,
  onClose,
}: {
  deletion: Deletion<ItemRow> | null;
  onClose: () => void;
}) {
  const change = useUndoable();
  const remove = async ({ id }: ItemRow) => {
    try {
      await change({ name: "item.delete", args: { id } }, itemFormWords.deleted);
    } catch (error) {
      showError(failedWords["item.delete"](errorWords(error)));
    }
  };
  return (
    <DeleteDialog
      deletion={deletion}
      words={deleteItemWords}
      nameOf={({ title }) => title}
      onDelete={(item) => void remove(item)}
      onClose={onClose}
    />
  );
}
