import { DELETED_FIELD, type NoticeRow } from "@shelv/contract/notice";
import type { ShelfRow } from "@shelv/contract/shelf";
import { rowMarks, shelvesInOrder } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useSyncStatus } from "#session/use-sync-status";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { MainAction, mainActionRoom } from "#ui/buttons/main-action.tsx";
import { StaticList } from "#ui/sortable/static-list.tsx";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { navigationWords } from "#words/screens/navigation";
import { shelvesWords } from "#words/screens/shelves";
import { NewShelfButton } from "#domain/shelves/new-shelf-button.tsx";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import { ShelfListDialogs } from "#domain/shelves/shelf-list-dialogs.tsx";
import { useShelfActions } from "#domain/shelves/use-shelf-actions";
import styles from "./my-shelv.module.css";
import { ShelfCard } from "./shelf-card";
import { ShelfSkeletons } from "./shelf-skeletons";
import type { SortableShelvesProps } from "./sortable-shelves";

/** Loads in the background; the screen is complete without it. */
const SortableShelves = lazyComponent<SortableShelvesProps>(
  async () => (await import("./sortable-shelves")).SortableShelves,
  { afterMs: 0, Fallback: StaticShelves, Missing: StaticShelves },
);

export function MyShelv({ openShelf }: { openShelf: string | undefined }) {
  const status = useSyncStatus();
  const shelves = useLiveQuery(shelvesInOrder);
  const marks = useLiveQuery(rowMarks);
  const { deletion, ask, cancel } = useConfirmDelete<ShelfRow>();
  const { moveShelf } = useShelfActions();

  const isNewDevice = shelves?.length === 0 && !status.firstSyncDone;
  if (!shelves || (isNewDevice && status.online && !status.isForeign && !status.signedOut))
    return <ShelfSkeletons />;

  return (
    <>
      <OverwrittenNotices isShown={({ notice }) => isOfDeletedShelf(notice)} />
      {shelves.length === 0 ? (
        <EmptyShelf
          title={shelvesWords.emptyTitle}
          text={isNewDevice ? navigationWords.notReady : shelvesWords.emptyText}
        >
          <NewShelfButton />
        </EmptyShelf>
      ) : (
        <div className={mainActionRoom}>
          <div className={styles["top"]}>
            <p className={styles["hint"]}>{shelvesWords.hint}</p>
            <MainAction>
              <NewShelfButton />
            </MainAction>
          </div>
          <SortableShelves shelves={shelves} onMove={(id, place) => moveShelf(shelves, id, place)}>
            {(shelf, handle) => (
              <ShelfCard
                shelf={shelf}
                handle={handle}
                mark={marks?.get(shelf.id)}
                onDelete={() => ask(shelf)}
              />
            )}
          </SortableShelves>
        </div>
      )}
      <ShelfListDialogs openShelf={openShelf} deletion={deletion} onClose={cancel} />
    </>
  );
}

const isOfDeletedShelf = ({ table, field }: NoticeRow) => table === "shelves" && field === DELETED_FIELD;

function StaticShelves({ shelves, children }: SortableShelvesProps) {
  return (
    <StaticList rows={shelves} label={shelvesWords.listLabel}>
      {children}
    </StaticList>
  );
}
