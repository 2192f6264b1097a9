import { Button } from "@mantine/core";
import type { ShelfRow } from "@shelv/contract/shelf";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { rowMarks, shelvesInOrder } from "#local-store/queries";
import { useStored, useSyncStatus } from "#sync/owner-context.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyShelf } from "#ui/empty-shelf.tsx";
import { MainAction, mainActionRoom } from "#ui/main-action.tsx";
import { SortableList } from "#ui/sortable-list.tsx";
import { navigationWords } from "#words/navigation";
import { deleteShelfWords, shelvesWords } from "#words/shelves";
import { ShelfDialog } from "#workbench/shelf-dialog.tsx";
import { useShelfActions } from "#workbench/use-shelf-actions";
import styles from "./my-shelv.module.css";
import { ShelfCard } from "./shelf-card";
import { ShelfSkeletons } from "./shelf-skeletons";

/** Every shelf of the owner, drawn as it stands, to be added to, ordered and taken down. */
export function MyShelv() {
  const status = useSyncStatus();
  const shelves = useStored(shelvesInOrder);
  const marks = useStored(rowMarks);
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<ShelfRow | null>(null);
  const { moveShelf, deleteShelf } = useShelfActions();

  const isNewDevice = shelves?.length === 0 && !status.firstSyncDone;
  if (!shelves || (isNewDevice && status.online && !status.signedOut)) return <ShelfSkeletons />;

  return (
    <>
      {shelves.length === 0
        ? (
          <EmptyShelf title={shelvesWords.emptyTitle} text={isNewDevice ? navigationWords.notReady : shelvesWords.emptyText}>
            <NewShelfButton onClick={() => setCreating(true)} />
          </EmptyShelf>
        )
        : (
          <div className={mainActionRoom}>
            <div className={styles["top"]}>
              <p className={styles["hint"]}>{shelvesWords.hint}</p>
              <MainAction><NewShelfButton onClick={() => setCreating(true)} /></MainAction>
            </div>
            <SortableList
              rows={shelves}
              label={shelvesWords.listLabel}
              nameOf={({ name }) => name}
              handleLabel={shelvesWords.drag}
              onMove={(id, place) => void moveShelf(shelves, id, place)}
            >
              {(shelf, handle) => (
                <ShelfCard shelf={shelf} handle={handle} mark={marks?.get(shelf.id)} onDelete={() => setDoomed(shelf)} />
              )}
            </SortableList>
          </div>
        )}
      <ShelfDialog isOpen={isCreating} shelf={null} onClose={() => setCreating(false)} />
      <ConfirmDialog
        isOpen={doomed !== null}
        title={deleteShelfWords.title}
        text={deleteShelfWords.text(doomed?.name ?? "")}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed) void deleteShelf(doomed.id);
          setDoomed(null);
        }}
      />
    </>
  );
}

const NewShelfButton = ({ onClick }: { onClick: () => void }) => (
  <Button leftSection={<IconPlus size={20} />} onClick={onClick}>{shelvesWords.new}</Button>
);
