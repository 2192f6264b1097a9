import type { ShelfRow } from "@shelv/contract/shelf";
import { DeleteDialog } from "#ui/dialogs/delete-dialog.tsx";
import type { Deletion } from "#ui/dialogs/use-confirm-delete";
import { deleteShelfWords } from "#words/screens/shelves";
import { useLeaveDialog } from "#navigation/history-stack";
import { NEW_SHELF, ShelfDialog } from "./shelf-dialog";
import { useShelfActions } from "./use-shelf-actions";

type ShelfListDialogsProps = {
  /** `NEW_SHELF` or nothing, from the address. */
  openShelf: string | undefined;
  deletion: Deletion<ShelfRow> | null;
  onClose: () => void;
};

export function ShelfListDialogs({ openShelf, deletion, onClose }: ShelfListDialogsProps) {
  const leave = useLeaveDialog();
  const { deleteShelf } = useShelfActions();
  return (
    <>
      <ShelfDialog
        isOpen={openShelf === NEW_SHELF}
        shelf={null}
        onClose={() => leave({ to: ".", search: {} })}
      />
      <DeleteDialog
        deletion={deletion}
        words={deleteShelfWords}
        nameOf={({ name }) => name}
        onDelete={({ id }) => void deleteShelf(id)}
        onClose={onClose}
      />
    </>
  );
}
