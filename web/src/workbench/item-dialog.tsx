import type { ItemRow } from "@shelv/contract/item";
import type { LocalStore } from "#local-store/local-store";
import { useStoredFor } from "#sync/owner-context.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { later } from "#ui/later.tsx";
import { useLast } from "#ui/use-last";
import { itemFormWords } from "#words/items";
import { NEW_ITEM, useOpenedItem } from "./open-item";

const ItemForm = later(async () => (await import("./item-form")).ItemForm);

type ItemDialogProps = {
  /** Where a new item is to stand. */
  shelfId: string;
  /** The item whose form is open, or `NEW_ITEM`; undefined while none is. */
  itemId: string | undefined;
  onClose: () => void;
};

/**
 * What it shows stays while it closes, and also when another device deletes or moves the item meanwhile: what was typed is
 * the owner's.
 */
export function ItemDialog({ shelfId, ...address }: ItemDialogProps) {
  const { itemId, item, close } = useOpenedItem(address.itemId, address.onClose);
  const stored = useStoredFor(itemId === undefined ? "later" : "now", openItem, itemId);
  const shown = useLast(itemId === NEW_ITEM ? NEW_ITEM : stored?.id === itemId ? stored : item);
  return (
    <FormDialog
      isOpen={itemId !== undefined && idOf(shown) === itemId}
      form={ItemForm}
      title={shown === NEW_ITEM ? itemFormWords.addTitle : itemFormWords.editTitle}
      size={560}
      isInAddress
      onClose={close}
    >
      {(leave) => shown && <ItemForm key={idOf(shown)} shelfId={shelfId} item={shown === NEW_ITEM ? null : shown} onClose={leave} />}
    </FormDialog>
  );
}

const openItem = async (store: LocalStore, itemId: string | undefined) =>
  itemId === undefined || itemId === NEW_ITEM ? null : store.items.get(itemId);

const idOf = (item: ItemRow | typeof NEW_ITEM | undefined) => (typeof item === "object" ? item.id : item);
