import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { useNavigate } from "@tanstack/react-router";
import { DeleteDialog } from "#ui/dialogs/delete-dialog.tsx";
import type { Deletion } from "#ui/dialogs/use-confirm-delete";
import { deleteShelfWords } from "#words/screens/shelves";
import { useLeaveDialog } from "#navigation/history-stack";
import { NEW_SHELF, NewShelfDialog } from "./shelf-dialog";
import { BEGIN } from "./begin";
import { SmallShelfInDialog } from "./small-shelf";
import { useShelfActions } from "./use-shelf-actions";

type ShelfListDialogsProps = {
  openShelf: string | undefined;
  deletion: Deletion<ShelfRow> | null;
  opensFirstShelf?: boolean;
  onClose: () => void;
};

export function ShelfListDialogs({
  openShelf,
  deletion,
  opensFirstShelf = false,
  onClose,
}: ShelfListDialogsProps) {
  const leave = useLeaveDialog();
  const navigate = useNavigate();
  const { deleteShelf } = useShelfActions();
  // The shelf's address replaces the dialog's, so that Back leads to the list.
  const open = (shelfId: string) =>
    void navigate({
      to: "/shelves/$shelfId",
      params: { shelfId },
      search: { begin: BEGIN.shelf },
      replace: true,
    });
  return (
    <>
      <NewShelfDialog
        isOpen={openShelf === NEW_SHELF}
        onClose={() => leave({ to: ".", search: {} })}
        onCreated={opensFirstShelf ? open : undefined}
      />
      <DeleteDialog
        deletion={deletion}
        words={deleteShelfWords}
        nameOf={({ name }) => name}
        pictureOf={thingsOn}
        onDelete={({ id }) => void deleteShelf(id)}
        onClose={onClose}
      />
    </>
  );
}

const thingsOn = ({ id }: ShelfRow) => <SmallShelfInDialog shelfId={id} />;
