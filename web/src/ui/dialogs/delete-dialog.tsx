import { ConfirmDialog } from "./confirm-dialog";
import type { Deletion } from "./use-confirm-delete";

type DeleteDialogProps<R> = {
  deletion: Deletion<R> | null;
  words: { title: string; text: (name: string) => string };
  nameOf: (row: R) => string;
  onDelete: (row: R) => void;
  onClose: () => void;
};

export const DeleteDialog = <R,>({ deletion, words, nameOf, onDelete, onClose }: DeleteDialogProps<R>) => (
  <ConfirmDialog
    isOpen={deletion !== null}
    title={words.title}
    text={words.text(deletion === null ? "" : nameOf(deletion.row))}
    onClose={() => {
      onClose();
      // Another device may have deleted the row in the time.
      if (deletion?.neighbour.isGone()) deletion.neighbour.focus();
    }}
    onConfirm={() => {
      if (deletion !== null) onDelete(deletion.row);
      onClose();
      deletion?.neighbour.focus();
    }}
  />
);
