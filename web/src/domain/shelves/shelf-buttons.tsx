import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { IconDots, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconButton, LinkIcon } from "#ui/buttons/icon-button.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { actionWords } from "#words/actions";
import { shelvesWords } from "#words/screens/shelves";
import styles from "./shelf-buttons.module.css";

const ActionMenu = lazyComponent(async () => (await import("#ui/menus/action-menu.tsx")).ActionMenu);

type ShelfButtonsProps = { shelf: ShelfRow; onDelete: () => void };

/** Edit, view and delete, in each list of shelves. On narrow screens a menu holds them. */
export function ShelfButtons({ shelf: { id, name }, onDelete }: ShelfButtonsProps) {
  const params = { shelfId: id };
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <span className={styles["wide"]}>
        <LinkIcon to="/shelves/$shelfId" params={params} aria-label={shelvesWords.edit(name)}>
          <IconPencil size={21} />
        </LinkIcon>
        <LinkIcon to="/shelves/$shelfId/preview" params={params} aria-label={shelvesWords.view(name)}>
          <IconEye size={21} />
        </LinkIcon>
        <IconButton aria-label={shelvesWords.delete(name)} onClick={onDelete}>
          <IconTrash size={21} />
        </IconButton>
      </span>
      <IconButton
        className={styles["menu"]}
        aria-label={shelvesWords.more(name)}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <IconDots size={21} />
      </IconButton>
      {anchor && (
        <ActionMenu
          anchor={anchor}
          label={shelvesWords.more(name)}
          onClose={() => setAnchor(null)}
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
              run: onDelete,
            },
          ]}
        />
      )}
    </>
  );
}
