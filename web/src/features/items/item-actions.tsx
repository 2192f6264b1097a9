import type { ItemRow } from "@shelv/contract/item";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { IconButton, LinkIcon } from "#ui/icon-button.tsx";
import { itemsScreenWords, itemsWords } from "#words/items";
import { useOpenItem } from "#workbench/open-item";
import styles from "./item-actions.module.css";

export const ItemActions = ({ item, onDelete }: { item: ItemRow; onDelete: (item: ItemRow) => void }) => {
  const openItem = useOpenItem();
  return (
    <div className={styles["actions"]}>
      <LinkIcon
        preload={false}
        onClick={(event) => openItem(event, item)}
        from="/items"
        to="."
        search={({ shelf }) => ({ shelf, item: item.id })}
        resetScroll={false}
        aria-label={itemsScreenWords.edit(item.title)}
      >
        <IconPencil size={21} />
      </LinkIcon>
      <IconButton aria-label={itemsWords.delete(item.title)} onClick={() => onDelete(item)}><IconTrash size={21} /></IconButton>
    </div>
  );
};
