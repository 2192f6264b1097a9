import type { ItemRow } from "@shelv/contract/rows/item";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, useCallback, useState } from "react";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { itemMenuWords as words } from "#words/screens/items";
import type { OpenedMenu } from "./opened-item-menu";

const OpenedItemMenu = lazyComponent(async () => (await import("./opened-item-menu")).OpenedItemMenu);

export type OpenItemMenu = (item: ItemRow, anchor: HTMLElement) => void;

export const ItemMenuButton = ({ item, onMenu }: { item: ItemRow; onMenu: OpenItemMenu }) => (
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
