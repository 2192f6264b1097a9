import type { ShelfRow } from "@shelv/contract/shelf";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { shelfFormWords } from "#words/screens/shelves";

const ShelfForm = lazyComponent(async () => (await import("./shelf-form")).ShelfForm);

/** In the address of a new shelf's form. */
export const NEW_SHELF = "new";

export const ShelfDialog = ({
  isOpen,
  shelf,
  onClose,
}: {
  isOpen: boolean;
  shelf: ShelfRow | null;
  onClose: () => void;
}) => (
  <FormDialog
    isOpen={isOpen}
    form={ShelfForm}
    title={shelf ? shelfFormWords.editTitle : shelfFormWords.createTitle}
    isInAddress
    onClose={onClose}
  >
    {(close) => <ShelfForm shelf={shelf} onClose={close} />}
  </FormDialog>
);
