import type { ItemRow } from "@shelv/contract/rows/item";
import { useSetAtom } from "jotai";
import { useEffect, useEffectEvent } from "react";
import type { LocalStore } from "#local-store/local-store";
import { useLiveQueryFor } from "#local-store/use-live-query";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { showToast } from "#ui/feedback/toast";
import { useLast } from "#platform/react/use-last";
import { useHasStore } from "#session/owner-context.tsx";
import { itemFormWords } from "#words/screens/items";
import { FORM_WIDTH_PX } from "./form/form-width";
import { NEW_ITEM, openedItemAtom, useOpenedItem } from "./open-item";

const ItemForm = lazyComponent(async () => (await import("./form/item-form")).ItemForm);

/** The form reads pictures from the store: without it the dialog would be empty first, and grow. */
const FORM_WITH_STORE = {
  useMayOpen: (isWanted: boolean) => {
    const hasStore = useHasStore(isWanted);
    return ItemForm.useMayOpen(isWanted) && hasStore;
  },
};

type ItemDialogProps = {
  /** Where a new item goes. On a screen of all shelves the address names it, with the item. */
  shelfId: string | undefined;
  itemId: string | undefined;
  startsAtUrl?: boolean;
  /** The screen is a wall: it shows the item beside the form, and how a new one lands. */
  isOnWall?: boolean;
  onClose: () => void;
};

/**
 * The content stays while the dialog closes, and when another device deletes or moves the item: typed text is
 * the owner's.
 */
export function ItemDialog({ shelfId, startsAtUrl = false, isOnWall = false, ...address }: ItemDialogProps) {
  const { itemId, item, on, close } = useOpenedItem(address.itemId, address.onClose);
  const stored = useLiveQueryFor(itemId === undefined ? "later" : "now", openItem, itemId);
  const row = stored?.itemId === itemId ? stored?.row : undefined;
  const shown = useLast(itemId === NEW_ITEM ? NEW_ITEM : (row ?? item));
  const shelf = useLast(
    itemId === undefined ? undefined : ((typeof shown === "object" ? shown.shelfId : on) ?? shelfId ?? ""),
  );
  const isMissing =
    itemId !== undefined &&
    itemId !== NEW_ITEM &&
    stored?.itemId === itemId &&
    !row &&
    idOf(shown) !== itemId;
  const reportMissing = useEffectEvent(() => {
    showToast(itemFormWords.notHere);
    close();
  });
  useEffect(() => {
    if (isMissing) reportMissing();
  }, [isMissing]);
  const isOpen = itemId !== undefined && idOf(shown) === itemId;
  const setOpened = useSetAtom(openedItemAtom);
  useEffect(() => (isOpen ? () => setOpened(undefined) : undefined), [isOpen, setOpened]);
  return (
    <FormDialog
      // One that another item or place on the wall opens is a new one: the focus goes into it.
      key={shown === NEW_ITEM && isOnWall ? `${NEW_ITEM} ${shelf}` : idOf(shown)}
      isOpen={isOpen}
      form={FORM_WITH_STORE}
      title={shown === NEW_ITEM ? itemFormWords.addTitle : itemFormWords.editTitle}
      size={FORM_WIDTH_PX}
      isInAddress
      isBeside={isOnWall}
      onClose={close}
    >
      {(leave) =>
        shown && (
          <>
            <ItemForm
              shelfId={shelf ?? ""}
              item={shown === NEW_ITEM ? null : shown}
              startsAtUrl={startsAtUrl}
              showsLanding={isOnWall}
              onClose={leave}
            />
            <Opened id={idOf(shown)} />
          </>
        )
      }
    </FormDialog>
  );
}

/** The dialog opens once the code of its form is loaded. */
function Opened({ id }: { id: string | undefined }) {
  const setOpened = useSetAtom(openedItemAtom);
  useEffect(() => setOpened(id), [id, setOpened]);
  return null;
}

const openItem = async (store: LocalStore, itemId: string | undefined) => ({
  itemId,
  row: itemId === undefined || itemId === NEW_ITEM ? undefined : await store.items.get(itemId),
});

const idOf = (item: ItemRow | typeof NEW_ITEM | undefined) => (typeof item === "object" ? item.id : item);
