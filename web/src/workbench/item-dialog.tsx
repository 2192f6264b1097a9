import { Modal } from "@mantine/core";
import type { ItemRow } from "@shelv/contract/item";
import { useStored } from "#sync/owner-context.tsx";
import { useIsPhone } from "#ui/use-is-phone";
import { useLast } from "#ui/use-last";
import { itemFormWords } from "#words/items";
import { ItemForm } from "./item-form";

/** The address's word for an item that does not exist yet. */
export const NEW_ITEM = "new";

type ItemDialogProps = {
  /** Where a new item is to stand. */
  shelfId: string;
  /** The item whose form is open, or `NEW_ITEM`; undefined while none is. */
  itemId: string | undefined;
  onClose: () => void;
};

/**
 * Fills a phone's screen, stands in the middle of a larger one. What it shows stays while it closes, and also when another
 * device deletes or moves the item meanwhile: what was typed is the owner's.
 */
export function ItemDialog({ shelfId, itemId, onClose }: ItemDialogProps) {
  const isPhone = useIsPhone();
  const item = useStored(async (store) => (itemId === undefined || itemId === NEW_ITEM ? null : await store.items.get(itemId)), [itemId]);
  const shown = useLast(itemId === NEW_ITEM ? NEW_ITEM : item);
  return (
    <Modal
      opened={itemId !== undefined && idOf(shown) === itemId}
      onClose={onClose}
      fullScreen={isPhone}
      radius={isPhone ? 0 : "lg"}
      size={560}
      title={shown === NEW_ITEM ? itemFormWords.addTitle : itemFormWords.editTitle}
    >
      {shown && <ItemForm key={idOf(shown)} shelfId={shelfId} item={shown === NEW_ITEM ? null : shown} onClose={onClose} />}
    </Modal>
  );
}

const idOf = (item: ItemRow | typeof NEW_ITEM | undefined) => (typeof item === "object" ? item.id : item);
