import type { ItemRow } from "@shelv/contract/rows/item";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { IconButton, IconAnchor } from "#ui/buttons/icon-button.tsx";
import { itemsScreenWords, itemsWords } from "#words/screens/items";
import { ItemMenuButton, type OpenItemMenu } from "#domain/items/item-menu.tsx";
import { useOpenItem } from "#domain/items/open-item";
import styles from "./item-actions.module.css";

type ItemActionsProps = {
  item: ItemRow;
  shelfId: string | undefined;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

export const ItemActions = ({ item, shelfId, onDelete, onMenu }: ItemActionsProps) => {
  const openItem = useOpenItem();
  return (
    <div className={styles["actions"]}>
      <IconAnchor
        href={`/items?${new URLSearchParams({ ...(shelfId === undefined ? {} : { shelf: shelfId }), item: item.id })}`}
        onClick={(event) => openItem(event, item)}
        aria-label={itemsScreenWords.edit(item.title)}
      >
        <IconPencil size={21} />
      </IconAnchor>
      <ItemMenuButton item={item} onOpen={onMenu} />
      <IconButton
        className={styles["delete"]}
        aria-label={itemsWords.delete(item.title)}
        onClick={() => onDelete(item)}
      >
        <IconTrash size={21} />
      </IconButton>
    </div>
  );
};
