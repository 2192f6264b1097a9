import { Button } from "@mantine/core";
import { limitsAt } from "@shelv/contract/rows/plan";
import { REFUSALS } from "@shelv/contract/refusal";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { useState } from "react";
import { PlansLink } from "#domain/account/plans-link.tsx";
import { accountOf, shelvesInOrder } from "#local-store/queries";
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
const FullShelf = lazyComponent(async () => (await import("./full-shelf")).FullShelf, {
  Missing: () => <p>{planLinkWords.shelvesFull}</p>,
});

export const NEW_SHELF = "new";

type EditedShelfProps = { isOpen: boolean; shelf: ShelfRow | null; onClose: () => void };

export const ShelfDialog = (props: EditedShelfProps) => (
  <ShelfFormDialog {...props} title={shelfFormWords.editTitle} />
);

type NewShelfDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onCreated?: ((id: string) => void) | undefined;
};

export function NewShelfDialog({ isOpen, onClose, onCreated }: NewShelfDialogProps) {
  const room = useRoomAtOpening(isOpen);
  const mayShowLimit = FullShelf.useMayOpen(isOpen && room?.isFull === true);
  return (
    <>
      <ShelfFormDialog
        isOpen={isOpen && room?.isFull === false}
        shelf={null}
        title={shelfFormWords.createTitle}
        onClose={onClose}
        onCreated={onCreated}
      />
      <Modal isOpen={mayShowLimit} title={REFUSALS["shelf-limit"].message} leavesBackAlone onClose={onClose}>
        <FullShelf shelves={room?.first ?? []} />
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

type Room = {
  isFull: boolean;
  first: ShelfRow[];
};

/** Null until known. An open form stays open, even if another device then reaches the limit. */
function useRoomAtOpening(isOpen: boolean): Room | null {
  const room = useLiveQueryFor(isOpen ? "now" : "later", roomForShelf);
  const [opening, setOpening] = useState<{ isOpen: boolean; room: Room | null }>({
    isOpen: false,
    room: null,
  });
  const isUnknown = isOpen && opening.room === null && room !== undefined;
  if (isOpen !== opening.isOpen || isUnknown)
    setOpening({ isOpen, room: isOpen ? (room ?? null) : opening.room });
  return opening.room;
}

async function roomForShelf(store: ReadableStore): Promise<Room> {
  const account = await accountOf(store);
  const now = new Date().toISOString();
  const { maxShelves } = limitsAt(account, { now, hasPlanLimits: account.hasPlanLimits });
  if (maxShelves === null) return { isFull: false, first: [] };
  const shelves = await shelvesInOrder(store);
  return { isFull: shelves.length >= maxShelves, first: shelves.slice(0, maxShelves) };
}
