import { ConfirmDialog } from "./confirm-dialog";
import type { Doomed } from "./use-doomed";

type DeleteDialogProps<R> = {
  /** Null while nothing is to be deleted. */
  doomed: Doomed<R> | null;
  words: { title: string; text: (name: string) => string };
  nameOf: (row: R) => string;
  onDelete: (row: R) => void;
  onClose: () => void;
};

export const DeleteDialog = <R,>({ doomed, words, nameOf, onDelete, onClose }: DeleteDialogProps<R>) => (
  <ConfirmDialog
    isOpen={doomed !== null}
    title={words.title}
    text={words.text(doomed === null ? "" : nameOf(doomed.row))}
    onClose={() => {
      onClose();
      // Another device may have deleted it meanwhile.
      if (doomed?.beside.isGone()) doomed.beside.goOn();
    }}
    onConfirm={() => {
      if (doomed !== null) onDelete(doomed.row);
      onClose();
      doomed?.beside.goOn();
    }}
  />
);
