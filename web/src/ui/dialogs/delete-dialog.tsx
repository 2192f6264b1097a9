import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import type { Deletion } from "./use-confirm-delete";

type DeleteDialogProps<R> = {
  deletion: Deletion<R> | null;
  words: { title: (name: string) => string; text: string | ((name: string) => string) };
  nameOf: (row: R) => string;
  pictureOf?: (row: R) => ReactNode;
  onDelete: (row: R) => void;
  onClose: () => void;
};

export function DeleteDialog<R>({
  deletion,
  words,
  nameOf,
  pictureOf,
  onDelete,
  onClose,
}: DeleteDialogProps<R>) {
  const name = deletion === null ? "" : nameOf(deletion.row);
  return (
    <ConfirmDialog
      isOpen={deletion !== null}
      title={words.title(name)}
      text={typeof words.text === "string" ? words.text : words.text(name)}
      picture={deletion !== null && pictureOf?.(deletion.row)}
      onClose={() => {
        onClose();
        if (deletion?.neighbour.isGone()) deletion.neighbour.focus();
      }}
      onConfirm={() => {
        if (deletion !== null) onDelete(deletion.row);
        onClose();
        deletion?.neighbour.focus();
      }}
    />
  );
}
