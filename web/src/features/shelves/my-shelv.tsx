import { useMergedRef } from "@mantine/hooks";
import { DELETED_FIELD, type NoticeRow } from "@shelv/contract/rows/notice";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { IconGripVertical } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { type ReactNode, useEffect } from "react";
import { countToLookAt, itemIdsOfShelf, type RowMark, rowMarks, shelvesInOrder } from "#local-store/queries";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";
import { scrollIntoSight } from "#platform/scroll-into-sight";
import { useNearViewport } from "#platform/react/use-near-viewport";
import { useSyncStatus } from "#session/use-sync-status";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { heightOfSheet } from "#ui/dialogs/open-modals";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { navigationWords } from "#words/screens/navigation";
import { shelvesWords } from "#words/screens/shelves";
import { NewShelfButton } from "#domain/shelves/new-shelf-button.tsx";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { ShelfNameLink } from "#domain/shelves/shelf-name-link.tsx";
import { ShelfListDialogs } from "#domain/shelves/shelf-list-dialogs.tsx";
import { afterClosing, useLanding } from "#domain/arrivals/made-row";
import { useShelfActions } from "#domain/shelves/use-shelf-actions";
import { FirstBoard } from "./first-board";
import styles from "./my-shelv.module.css";
import { ShelfSkeletons } from "./shelf-skeletons";
import type { SortableShelvesProps } from "./sortable-shelves";
import { ItemDialog } from "#domain/items/item-dialog.tsx";
import { openedItemAtom } from "#domain/items/open-item";
import { OwnersCss } from "#domain/wall/room.tsx";
import { ShelfBoard } from "#domain/wall/shelf-board.tsx";
import { useLeaveDialog } from "#navigation/history-stack";
import { ShelfButtons, type ShelfButtonsProps, useShelfMenu } from "#domain/shelves/shelf-buttons.tsx";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import card from "./shelf-card.module.css";
import handle from "#ui/sortable/sortable-area.module.css";
import list from "#ui/sortable/sortable-list.module.css";

const SortableShelves = lazyComponent<SortableShelvesProps>(
  async () => (await import("./sortable-shelves")).SortableShelves,
  { afterMs: 0, Fallback: StaticShelves, Missing: StaticShelves },
);

/** The open form, which the address names: `shelf` is a shelf's; `item` is a thing's, and `on` its shelf. */
type OpenForm = { shelf?: string; item?: string; on?: string };

export function MyShelv({ open }: { open: OpenForm }) {
  const leave = useLeaveDialog();
  const status = useSyncStatus();
  const shelves = useLiveQuery(shelvesInOrder);
  const marks = useLiveQuery(rowMarks);
  const { deletion, ask, cancel } = useConfirmDelete<ShelfRow>();
  const { openMenu, menu } = useShelfMenu(ask);
  const { moveShelf } = useShelfActions();
  const opened = useAtomValue(openedItemAtom);
  useEffect(() => {
    if (opened !== undefined) afterClosing(() => showThing(opened));
  }, [opened]);

  const isNewDevice = shelves?.length === 0 && !status.firstSyncDone;
  if (!shelves || (isNewDevice && status.online && !status.isForeign && !status.signedOut))
    return <ShelfSkeletons />;

  return (
    <>
      <OverwrittenNotices isShown={({ notice }) => isOfDeletedShelf(notice)} />
      {shelves.length === 0 ? (
        <section>
          <h2 className={styles["first"]}>{shelvesWords.emptyTitle}</h2>
          <p className={styles["hint"]}>{isNewDevice ? navigationWords.notReady : shelvesWords.emptyText}</p>
          <FirstBoard />
        </section>
      ) : (
        <>
          <div className={styles["top"]}>
            <p className={styles["hint"]}>{shelvesWords.hint}</p>
            <NewShelfButton />
          </div>
          <OwnersCss />
          <SortableShelves shelves={shelves} onMove={(id, place) => moveShelf(shelves, id, place)}>
            {(shelf, handle) => (
              <ShelfCard shelf={shelf} handle={handle} marks={marks} onDelete={ask} onMenu={openMenu} />
            )}
          </SortableShelves>
          <Elsewhere />
        </>
      )}
      {menu}
      <ShelfListDialogs openShelf={open.shelf} deletion={deletion} onClose={cancel} />
      <ItemDialog shelfId={open.on} itemId={open.item} isOnWall onClose={() => leave({ to: "/shelves" })} />
    </>
  );
}

function showThing(id: string): void {
  const thing = document.querySelector(`[data-thing="${CSS.escape(id)}"]`);
  if (thing) scrollIntoSight(thing.getBoundingClientRect(), heightOfSheet());
}

const isOfDeletedShelf = ({ table, field }: NoticeRow) => table === "shelves" && field === DELETED_FIELD;

function Elsewhere() {
  const countOfLinks = useLiveQueryFor("later", countToLookAt) ?? 0;
  return (
    <p className={styles["elsewhere"]}>
      {countOfLinks > 0 && <Link to="/items/needs-a-look">{shelvesWords.needLook(countOfLinks)}</Link>}
      <Link to="/account/deleted">{navigationWords.deleted}</Link>
    </p>
  );
}

function StaticShelves({ shelves, children }: SortableShelvesProps) {
  return (
    <StaticList rows={shelves} label={shelvesWords.listLabel}>
      {children}
    </StaticList>
  );
}

type ShelfCardProps = ShelfButtonsProps & {
  handle: ReactNode;
  marks: ReadonlyMap<string, RowMark> | undefined;
};

function ShelfCard({ handle, marks, ...buttons }: ShelfCardProps) {
  const { shelf } = buttons;
  const ids = useLiveQuery(itemIdsOfShelf, shelf.id);
  const { place, isNear } = useNearViewport();
  const ref = useMergedRef(useLanding(shelf.id), place);
  return (
    <article ref={ref} className={card["card"]} data-far={!isNear || undefined} aria-label={shelf.name}>
      <header className={card["header"]}>
        {handle}
        <div className={card["words"]}>
          <h2 className={card["name"]} dir="auto">
            <ShelfNameLink shelf={shelf} />
            <SyncMark mark={marks?.get(shelf.id)} />
          </h2>
          <p className={card["count"]}>{ids && shelvesWords.items(ids.length)}</p>
          {shelf.description !== "" && (
            <p className={card["description"]} dir="auto">
              {shelf.description}
            </p>
          )}
        </div>
        <ShelfButtons {...buttons} />
      </header>
      <ShelfBoard shelf={shelf} ids={ids} marks={marks} isNear={isNear} />
    </article>
  );
}

type StaticListProps<R extends { id: string }> = {
  rows: readonly R[];
  label: string;
  children: (row: R, handle: ReactNode) => ReactNode;
};

function StaticList<R extends { id: string }>({ rows, label, children }: StaticListProps<R>) {
  const staticHandle = (
    <span className={handle["handle"]} aria-hidden="true">
      <IconGripVertical size={22} />
    </span>
  );
  return (
    <ol role="list" aria-label={label} className={list["list"]}>
      {rows.map((row) => (
        <li key={row.id} className={list["row"]}>
          {children(row, staticHandle)}
        </li>
      ))}
    </ol>
  );
}
