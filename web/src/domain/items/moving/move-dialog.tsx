import { SHELF_DEFAULT_EMOJI, type ShelfRow } from "@shelv/contract/rows/shelf";
import { shelvesInOrder } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useLast } from "#platform/react/use-last";
import { Modal } from "#ui/dialogs/modal.tsx";
import { moveItemsWords as words } from "#words/screens/items";
import styles from "./move-dialog.module.css";

export type ItemsToMove = { ids: readonly string[]; from: string | undefined };

type MoveDialogProps = {
  moving: ItemsToMove | null;
  onMove: (moving: ItemsToMove, shelf: ShelfRow) => void;
  onClose: () => void;
};

export function MoveDialog({ moving, onMove, onClose }: MoveDialogProps) {
  const shown = useLast(moving);
  return (
    <Modal isOpen={moving !== null} title={words.dialogTitle(shown?.ids.length ?? 1)} onClose={onClose}>
      {shown && (
        <ShelfChoices
          from={shown.from}
          onChoose={(shelf) => {
            onClose();
            onMove(shown, shelf);
          }}
        />
      )}
    </Modal>
  );
}

function ShelfChoices({ from, onChoose }: { from: string | undefined; onChoose: (shelf: ShelfRow) => void }) {
  const shelves = useLiveQuery(shelvesInOrder)?.filter(({ id }) => id !== from);
  if (shelves?.length === 0) return <p className={styles["none"]}>{words.noOther}</p>;
  return (
    <ul role="list" className={styles["shelves"]}>
      {shelves?.map((shelf) => (
        <li key={shelf.id}>
          <button type="button" className={styles["shelf"]} onClick={() => onChoose(shelf)}>
            <span aria-hidden="true">{shelf.emoji || SHELF_DEFAULT_EMOJI}</span>
            <span dir="auto">{shelf.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
