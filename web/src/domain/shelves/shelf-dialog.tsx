import { Button } from "@mantine/core";
import { limitsAt } from "@shelv/contract/rows/plan";
import { REFUSALS } from "@shelv/contract/refusal";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { useState } from "react";
import { PlansLink } from "#domain/account/plans-link.tsx";
import { accountOf } from "#local-store/queries";
import type { ReadableStore } from "#local-store/readable-store";
import { useLiveQueryFor } from "#local-store/use-live-query";
import { DialogButtons } from "#ui/dialogs/dialog-form.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { Modal } from "#ui/dialogs/modal.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { actionWords } from "#words/actions";
import { planLinkWords } from "#words/screens/plans";
import { shelfFormWords } from "#words/screens/shelves";

const ShelfForm = lazyComponent(async () => (await import("./shelf-form")).ShelfForm);

/** Search-parameter value that opens a new shelf's form. */
export const NEW_SHELF = "new";

type EditedShelfProps = { isOpen: boolean; shelf: ShelfRow | null; onClose: () => void };

export const ShelfDialog = (props: EditedShelfProps) => (
  <ShelfFormDialog {...props} title={shelfFormWords.editTitle} />
);

type NewShelfDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called instead of `onClose` after a save. */
  onCreated?: ((id: string) => void) | undefined;
};

/** At the plan's shelf limit, shows the plans instead of the form. */
export function NewShelfDialog({ isOpen, onClose, onCreated }: NewShelfDialogProps) {
  const hasRoom = useRoomAtOpening(isOpen);
  return (
    <>
      <ShelfFormDialog
        isOpen={isOpen && hasRoom === true}
        shelf={null}
        title={shelfFormWords.createTitle}
        onClose={onClose}
        onCreated={onCreated}
      />
      <Modal
        isOpen={isOpen && hasRoom === false}
        title={REFUSALS["shelf-limit"].message}
        leavesBackAlone
        onClose={onClose}
      >
        <p>{planLinkWords.shelvesFull}</p>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {actionWords.close}
          </Button>
          <PlansLink />
        </DialogButtons>
      </Modal>
    </>
  );
}

const ShelfFormDialog = ({
  isOpen,
  shelf,
  title,
  onClose,
  onCreated,
}: NewShelfDialogProps & { shelf: ShelfRow | null; title: string }) => (
  <FormDialog isOpen={isOpen} form={ShelfForm} title={title} isInAddress onClose={onClose}>
    {(close) => <ShelfForm shelf={shelf} onClose={close} onCreated={onCreated} />}
  </FormDialog>
);

/** Null until known. An open form stays open, even if another device then reaches the limit. */
function useRoomAtOpening(isOpen: boolean): boolean | null {
  const room = useLiveQueryFor(isOpen ? "now" : "later", hasRoomForShelf);
  const [opening, setOpening] = useState<{ isOpen: boolean; hasRoom: boolean | null }>({
    isOpen: false,
    hasRoom: null,
  });
  const isUnknown = isOpen && opening.hasRoom === null && room !== undefined;
  if (isOpen !== opening.isOpen || isUnknown)
    setOpening({ isOpen, hasRoom: isOpen ? (room ?? null) : opening.hasRoom });
  return opening.hasRoom;
}

/** Whether the plan has room for one more shelf: predicts the server's decision from local rows. */
const hasRoomForShelf = async (store: ReadableStore): Promise<boolean> => {
  const account = await accountOf(store);
  const now = new Date().toISOString();
  const { maxShelves } = limitsAt(account, { now, hasPlanLimits: account.hasPlanLimits });
  return maxShelves === null || (await store.shelves.toCollection().count()) < maxShelves;
};
