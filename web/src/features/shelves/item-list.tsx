import { ActionIcon } from "@mantine/core";
import type { ItemRow } from "@shelv/contract/item";
import type { ShelfRow } from "@shelv/contract/shelf";
import { positionsAt } from "@shelv/mutators/placing";
import { truncate } from "@shelv/public-page/truncate";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { RowMark } from "#local-store/queries";
import { useUndoable } from "#sync/use-undoable";
import { SortableList } from "#ui/sortable-list.tsx";
import { showError } from "#ui/toast";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { itemsWords } from "#words/items";
import { shownUrl } from "#words/shown-url";
import { undoWords } from "#words/undo";
import { SyncMark } from "#workbench/sync-mark.tsx";
import { Thumbnail } from "#workbench/thumbnail.tsx";
import { DeleteItemDialog } from "#workbench/delete-item-dialog.tsx";
import styles from "./item-list.module.css";

const TITLE_SHOWN_LENGTH = 50;

type ItemListProps = { shelf: ShelfRow; items: readonly ItemRow[]; marks: ReadonlyMap<string, RowMark> };

/** What stands on the shelf, in its order from left to right. */
export function ItemList({ shelf, items, marks }: ItemListProps) {
  const change = useUndoable();
  const [doomed, setDoomed] = useState<ItemRow | null>(null);

  const move = async (id: string, place: number) => {
    try {
      await change(positionsAt(items, id, place).map((placed) => ({ name: "item.move", args: { shelfId: shelf.id, ...placed } })), undoWords.moved);
    } catch (error) {
      showError(failedWords["item.move"](errorWords(error)));
    }
  };

  return (
    <div className={styles["list"]}>
      <SortableList
        rows={items}
        label={itemsWords.listLabel(shelf.name)}
        nameOf={({ title }) => title}
        handleLabel={itemsWords.drag}
        onMove={(id, place) => void move(id, place)}
      >
        {(item, handle) => (
          <div className={styles["row"]}>
            {handle}
            <ItemSummary item={item} mark={marks.get(item.id)} />
            <ActionIcon aria-label={itemsWords.delete(item.title)} onClick={() => setDoomed(item)}><IconTrash size={21} /></ActionIcon>
          </div>
        )}
      </SortableList>
      <DeleteItemDialog doomed={doomed} onClose={() => setDoomed(null)} />
    </div>
  );
}

const ItemSummary = ({ item, mark }: { item: ItemRow; mark: RowMark | undefined }) => (
  <Link
    to="/shelves/$shelfId"
    params={{ shelfId: item.shelfId }}
    search={{ item: item.id }}
    resetScroll={false}
    className={styles["summary"]}
  >
    <span className="visually-hidden">{actionWords.edit}</span>
    <Thumbnail item={item} />
    <span className={styles["words"]}>
      <span className={styles["title"]} dir="auto">{truncate(item.title, TITLE_SHOWN_LENGTH)}<SyncMark mark={mark} /></span>
      <span className={styles["url"]}>{shownUrl(item.url)}</span>
    </span>
    {item.price !== "" && <span className={styles["price"]} dir="auto">{item.price}</span>}
  </Link>
);
