import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { IconDots, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { IconButton, LinkIcon } from "#ui/buttons/icon-button.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { actionWords } from "#words/actions";
import { shelvesWords } from "#words/screens/shelves";
import styles from "./shelf-buttons.module.css";

const ActionMenu = lazyComponent(async () => (await import("#ui/menus/action-menu.tsx")).ActionMenu);

type OpenShelfMenu = (shelf: ShelfRow, anchor: HTMLElement) => void;

export type ShelfButtonsProps = {
  shelf: ShelfRow;
  onDelete: (shelf: ShelfRow) => void;
  onMenu: OpenShelfMenu;
};

export function ShelfButtons({ shelf, onDelete, onMenu }: ShelfButtonsProps) {
  const { id, name } = shelf;
  const params = { shelfId: id };
  return (
    <>
      <span className={styles["wide"]}>
        <LinkIcon to="/shelves/$shelfId" params={params} aria-label={shelvesWords.edit(name)}>
          <IconPencil size={21} />
        </LinkIcon>
        <LinkIcon to="/shelves/$shelfId/preview" params={params} aria-label={shelvesWords.view(name)}>
          <IconEye size={21} />
        </LinkIcon>
        <IconButton aria-label={shelvesWords.delete(name)} onClick={() => onDelete(shelf)}>
          <IconTrash size={21} />
        </IconButton>
      </span>
      <IconButton
        className={styles["menu"]}
        aria-label={shelvesWords.more(name)}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(shelf, currentTarget)}
      >
        <IconDots size={21} />
      </IconButton>
    </>
  );
}

export function useShelfMenu(onDelete: (shelf: ShelfRow) => void): {
  openMenu: OpenShelfMenu;
  menu: ReactNode;
} {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ shelf: ShelfRow; anchor: HTMLElement } | null>(null);
  const openMenu: OpenShelfMenu = (shelf, anchor) => setOpened({ shelf, anchor });
  if (!opened) return { openMenu, menu: null };
  const { shelf, anchor } = opened;
  const params = { shelfId: shelf.id };
  const menu = (
    <ActionMenu
      anchor={anchor}
      label={shelvesWords.more(shelf.name)}
      about={shelf.name}
      onClose={() => setOpened(null)}
      actions={[
        {
          label: actionWords.edit,
          icon: <IconPencil size={20} aria-hidden="true" />,
          run: () => void navigate({ to: "/shelves/$shelfId", params }),
        },
        {
          label: actionWords.view,
          icon: <IconEye size={20} aria-hidden="true" />,
          run: () => void navigate({ to: "/shelves/$shelfId/preview", params }),
        },
        {
          label: actionWords.delete,
          icon: <IconTrash size={20} aria-hidden="true" />,
          isDestructive: true,
          run: () => onDelete(shelf),
        },
      ]}
    />
  );
  return { openMenu, menu };
}
