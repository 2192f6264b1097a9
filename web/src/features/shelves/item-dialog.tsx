import { Modal } from "@mantine/core";
import type { ItemRow } from "@shelv/contract/item";
import { useState } from "react";
import { useIsPhone } from "#ui/use-is-phone";
import { itemFormWords } from "#words/items";
import { ItemForm } from "./item-form";

type ItemDialogProps = {
  shelfId: string;
  /** "new" for one that does not exist yet; undefined while none is open. */
  item: ItemRow | "new" | undefined;
  onClose: () => void;
};

/** Fills a phone's screen, stands in the middle of a larger one. What it shows stays while it closes. */
export function ItemDialog({ shelfId, item, onClose }: ItemDialogProps) {
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(item);
  const shown = item ?? opened;
  if (item !== undefined && idOf(item) !== idOf(opened)) setOpened(item);
  return (
    <Modal
      opened={item !== undefined}
      onClose={onClose}
      fullScreen={isPhone}
      radius={isPhone ? 0 : "lg"}
      size={560}
      title={shown === "new" ? itemFormWords.addTitle : itemFormWords.editTitle}
    >
      {shown && <ItemForm key={idOf(shown)} shelfId={shelfId} item={shown === "new" ? null : shown} onClose={onClose} />}
    </Modal>
  );
}

const idOf = (item: ItemDialogProps["item"]) => (typeof item === "object" ? item.id : item);
