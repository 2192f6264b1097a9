import type { ItemRow } from "@shelv/contract/rows/item";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { memo, type ReactNode, useCallback, useState } from "react";
import { IconAnchor, IconButton } from "#ui/buttons/icon-button.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { itemMenuWords as words, itemsScreenWords, itemsWords } from "#words/screens/items";
import styles from "./item-menu.module.css";
import { useOpenItem } from "./open-item";
import type { OpenedMenu } from "./opened-item-menu";

const OpenedItemMenu = lazyComponent(async () => (await import("./opened-item-menu")).OpenedItemMenu);

export type OpenItemMenu = (item: ItemRow, anchor: HTMLElement) => void;

type ItemButtonsProps = {
  item: ItemRow;
  editHref?: string;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

export const ItemButtons = memo(function ItemButtons({ item, editHref, onDelete, onMenu }: ItemButtonsProps) {
  const openItem = useOpenItem();
  return (
    <span className={styles["buttons"]}>
      {editHref !== undefined && (
        <IconAnchor
          href={editHref}
          onClick={(event) => openItem(event, item)}
          aria-label={itemsScreenWords.edit(item.title)}
        >
          <IconPencil size={21} />
        </IconAnchor>
      )}
      <ItemMenuButton item={item} onMenu={onMenu} />
      <IconButton
        className={styles["wide"]}
        aria-label={itemsWords.delete(item.title)}
        onClick={() => onDelete(item)}
      >
        <IconTrash size={21} />
      </IconButton>
    </span>
  );
});

export const ItemMenuButton = ({ item, onMenu }: Pick<ItemButtonsProps, "item" | "onMenu">) => (
  <IconButton
    aria-label={words.open(item.title)}
    aria-haspopup="menu"
    onClick={({ currentTarget }) => onMenu(item, currentTarget)}
  >
    <IconDots size={21} />
  </IconButton>
);

/** One menu shared by all rows, so a row renders only its button. Render `menu` outside the list. */
export function useItemMenu(onDelete: (item: ItemRow) => void): { openMenu: OpenItemMenu; menu: ReactNode } {
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const openMenu = useCallback<OpenItemMenu>((item, anchor) => {
    setWasOpened(true);
    setOpened({ item, anchor });
  }, []);
  const close = useCallback(() => setOpened(null), []);
  return {
    openMenu,
    menu: wasOpened && <OpenedItemMenu opened={opened} onDelete={onDelete} onClose={close} />,
  };
}
