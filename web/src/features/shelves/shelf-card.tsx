import { SHELF_DEFAULT_EMOJI, type ShelfRow } from "@shelv/contract/shelf";
import { IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { itemIdsOfShelf, type RowMark } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { IconButton, LinkIcon } from "#ui/buttons/icon-button.tsx";
import { shelvesWords } from "#words/screens/shelves";
import { ShelfBoard } from "#domain/shelves/shelf-board.tsx";
import { SyncMark } from "#domain/conflicts/sync-mark.tsx";
import styles from "./shelf-card.module.css";

type ShelfCardProps = { shelf: ShelfRow; handle: ReactNode; mark: RowMark | undefined; onDelete: () => void };

export function ShelfCard({ shelf, handle, mark, onDelete }: ShelfCardProps) {
  const ids = useLiveQuery(itemIdsOfShelf, shelf.id);
  const params = { shelfId: shelf.id };
  return (
    <article className={styles["card"]} aria-label={shelf.name}>
      <header className={styles["header"]}>
        {handle}
        <div className={styles["words"]}>
          <h2 className={styles["name"]} dir="auto">
            <span aria-hidden="true" className={styles["emoji"]}>
              {shelf.emoji || SHELF_DEFAULT_EMOJI}
            </span>
            {shelf.name}
            <SyncMark mark={mark} />
          </h2>
          {shelf.description !== "" && (
            <p className={styles["description"]} dir="auto">
              {shelf.description}
            </p>
          )}
        </div>
      </header>
      <ShelfBoard shelfId={shelf.id} />
      <footer className={styles["footer"]}>
        <span className={styles["count"]}>{ids && shelvesWords.items(ids.length)}</span>
        <LinkIcon to="/shelves/$shelfId" params={params} aria-label={shelvesWords.edit(shelf.name)}>
          <IconPencil size={21} />
        </LinkIcon>
        <LinkIcon to="/shelves/$shelfId/preview" params={params} aria-label={shelvesWords.view(shelf.name)}>
          <IconEye size={21} />
        </LinkIcon>
        <IconButton aria-label={shelvesWords.delete(shelf.name)} onClick={onDelete}>
          <IconTrash size={21} />
        </IconButton>
      </footer>
    </article>
  );
}
