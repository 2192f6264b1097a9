import { ConfirmDialog } from "./confirm-dialog";

type DeleteDialogProps<R> = {
  /** What is to be deleted, once the owner says so; null while nothing is. */
  doomed: R | null;
  words: { title: string; text: (name: string) => string };
  nameOf: (row: R) => string;
  onDelete: (row: R) => void;
  onClose: () => void;
};

export const DeleteDialog = <R,>({ doomed, words, nameOf, onDelete, onClose }: DeleteDialogProps<R>) => (
  <ConfirmDialog
    isOpen={doomed !== null}
    title={words.title}
    text={words.text(doomed === null ? "" : nameOf(doomed))}
    onClose={onClose}
    onConfirm={() => {
      if (doomed !== null) onDelete(doomed);
      onClose();
    }}
  />
);
