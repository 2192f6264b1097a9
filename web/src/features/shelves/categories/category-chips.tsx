import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { positionsAt } from "@shelv/mutators/placing";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useOpenForm } from "#navigation/use-open-form";
import { useEffect, useRef } from "react";
import type { RowMark } from "#local-store/queries";
import { useUndoable } from "#session/use-undoable";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { DeleteDialog } from "#ui/dialogs/delete-dialog.tsx";
import { SortableArea, useSortableRow } from "#ui/sortable/sortable-area.tsx";
import { showError } from "#ui/feedback/toast";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { categoryWords as words, deleteCategoryWords } from "#words/screens/categories";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { undoWords } from "#words/undo";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { CategoryEditor, NEW_CATEGORY } from "./category-editor";
import styles from "./category-chips.module.css";

type CategoryChipsProps = {
  shelf: ShelfRow;
  isGone: boolean;
  categories: readonly CategoryRow[];
  marks: ReadonlyMap<string, RowMark> | undefined;
  openId: string | undefined;
  onClose: () => void;
};

export function CategoryChips({ shelf, isGone, categories, marks, openId, onClose }: CategoryChipsProps) {
  const openInAddress = useOpenForm();
  const { deletion, ask, cancel } = useConfirmDelete<CategoryRow>();
  const { move, remove } = useCategoryActions(categories);
  const openForm = (category: string) => openInAddress({ category });
  const add = () => openForm(NEW_CATEGORY);
  const isEmpty = categories.length === 0;
  return (
    <section className={styles["section"]} aria-label={words.heading}>
      {!isGone && isEmpty && openId === undefined && (
        <button type="button" data-category={NEW_CATEGORY} className={styles["quiet"]} onClick={add}>
          <IconPlus size={18} aria-hidden="true" />
          {words.add}
        </button>
      )}
      {!isGone && !isEmpty && (
        <div className={styles["row"]}>
          <div className={styles["head"]}>
            <h2 className={styles["heading"]}>{words.heading}</h2>
            <IconButton
              data-tinted
              data-category={NEW_CATEGORY}
              aria-label={words.add}
              className={styles["add"]}
              onClick={add}
            >
              <IconPlus size={20} />
            </IconButton>
          </div>
          <SortableArea rows={categories} nameOf={({ name }) => name} layout="wrapped" onMove={move}>
            {(shown) => (
              <ol role="list" aria-label={words.listLabel(shelf.name)} className={styles["chips"]}>
                {shown.map((category) => (
                  <Chip
                    key={category.id}
                    category={category}
                    mark={marks?.get(category.id)}
                    isOpen={category.id === openId}
                    onRename={() => openForm(category.id)}
                    onDelete={() => ask(category)}
                  />
                ))}
              </ol>
            )}
          </SortableArea>
        </div>
      )}
      <CategoryEditor shelfId={shelf.id} siblings={categories} openId={openId} onClose={onClose} />
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

/** After a form closes, the focus returns to the button that opened it. `place`: the buttons move with it. */
export function useFocusGivenBack(openId: string | undefined, place: string | null): void {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (openId !== undefined) opened.current = openId;
    else if (place !== null && opened.current !== undefined && document.activeElement === document.body)
      document
        .querySelector<HTMLElement>(`[data-category="${CSS.escape(opened.current)}"]`)
        ?.focus({ preventScroll: true });
  }, [openId, place]);
}

type ChipProps = {
  category: CategoryRow;
  mark: RowMark | undefined;
  isOpen: boolean;
  onRename: () => void;
  onDelete: () => void;
};

function Chip({ category: { id, name }, mark, isOpen, onRename, onDelete }: ChipProps) {
  const { row, handle } = useSortableRow(id, words.drag(name));
  return (
    <li {...row} className={styles["chip"]} data-open={isOpen || undefined}>
      {handle}
      <button
        type="button"
        data-category={id}
        className={styles["name"]}
        aria-label={words.rename(name)}
        aria-expanded={isOpen}
        onClick={onRename}
      >
        <span dir="auto">{name}</span>
        <SyncMark mark={mark} />
      </button>
      <IconButton aria-label={words.delete(name)} onClick={onDelete}>
        <IconX size={18} />
      </IconButton>
    </li>
  );
}

function useCategoryActions(categories: readonly CategoryRow[]) {
  const change = useUndoable();
  return {
    move: async (id: string, place: number) => {
      try {
        await change(
          positionsAt(categories, id, place).map((args) => ({ name: "category.move", args })),
          undoWords.moved(categories.find((category) => category.id === id)?.name ?? ""),
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
