import { Button } from "@mantine/core";
import type { CategoryRow } from "@shelv/contract/category";
import type { ShelfRow } from "@shelv/contract/shelf";
import { positionsAt } from "@shelv/mutators/placing";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { categoriesOfShelf, type RowMark } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useUndoable } from "#session/use-undoable";
import { DeleteDialog } from "#ui/dialogs/delete-dialog.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { SortableList } from "#ui/sortable/sortable-list.tsx";
import { showError } from "#ui/feedback/toast";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { categoryWords as words, deleteCategoryWords } from "#words/screens/categories";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { undoWords } from "#words/undo";
import { SyncMark } from "#domain/conflicts/sync-mark.tsx";
import { NEW_CATEGORY } from "./category-dialog";
import styles from "./category-list.module.css";

type CategoryListProps = {
  shelf: ShelfRow;
  marks: ReadonlyMap<string, RowMark> | undefined;
};

/** In the order of the page's chips. */
export function CategoryList({ shelf, marks }: CategoryListProps) {
  const categories = useLiveQuery(categoriesOfShelf, shelf.id);
  const navigate = useNavigate();
  const { deletion, ask, cancel } = useConfirmDelete<CategoryRow>();
  const openForm = (category: string) => void navigate({ to: ".", search: { category }, resetScroll: false });
  const { move, remove } = useCategoryActions(categories ?? []);
  return (
    <section className={styles["section"]} aria-labelledby="categories-heading">
      <div className={styles["top"]}>
        <div>
          <h2 id="categories-heading" className={styles["heading"]}>
            {words.heading}
          </h2>
          <p className={styles["hint"]}>{words.hint}</p>
        </div>
        <Button variant="light" leftSection={<IconPlus size={20} />} onClick={() => openForm(NEW_CATEGORY)}>
          {words.add}
        </Button>
      </div>
      {categories && categories.length > 0 && (
        <div className={styles["list"]}>
          <SortableList
            rows={categories}
            label={words.listLabel(shelf.name)}
            nameOf={({ name }) => name}
            handleLabel={words.drag}
            onMove={move}
          >
            {(category, handle) => (
              <div className={styles["row"]}>
                {handle}
                <span className={styles["name"]} dir="auto">
                  {category.name}
                  <SyncMark mark={marks?.get(category.id)} />
                </span>
                <IconButton aria-label={words.rename(category.name)} onClick={() => openForm(category.id)}>
                  <IconPencil size={21} />
                </IconButton>
                <IconButton aria-label={words.delete(category.name)} onClick={() => ask(category)}>
                  <IconTrash size={21} />
                </IconButton>
              </div>
            )}
          </SortableList>
        </div>
      )}
      <DeleteDialog
        deletion={deletion}
        words={deleteCategoryWords}
        nameOf={({ name }) => name}
        onDelete={(row) => void remove(row)}
        onClose={cancel}
      />
    </section>
  );
}

function useCategoryActions(categories: readonly CategoryRow[]) {
  const change = useUndoable();
  return {
    move: async (id: string, place: number) => {
      try {
        await change(
          positionsAt(categories, id, place).map((args) => ({ name: "category.move", args })),
          undoWords.moved,
        );
        return true;
      } catch (error) {
        showError(failedWords["category.move"](errorWords(error)));
        return false;
      }
    },
    remove: async ({ id, shelfId }: CategoryRow) => {
      try {
        await change({ name: "category.delete", args: { id, shelfId } }, words.deleted);
      } catch (error) {
        showError(failedWords["category.delete"](errorWords(error)));
      }
    },
  };
}
