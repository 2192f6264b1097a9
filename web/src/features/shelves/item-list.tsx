import { useDndContext } from "@dnd-kit/core";
import { useMergedRef } from "@mantine/hooks";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { truncate } from "@shelv/public-page/text/truncate";
import type { VirtualItem } from "@tanstack/react-virtual";
import { memo, useMemo, useRef, useState } from "react";
import type { RowMark } from "#local-store/queries";
import { SortableArea, useSortableRow } from "#ui/sortable/sortable-area.tsx";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { actionWords } from "#words/actions";
import { itemsScreenWords, itemsWords } from "#words/screens/items";
import { shownUrl } from "#words/format/shown-url";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { DeleteItemDialog } from "#domain/items/delete-item-dialog.tsx";
import { ItemButtons, type OpenItemMenu, useItemMenu } from "#domain/items/item-menu.tsx";
import { ItemMarks } from "#domain/items/item-marks.tsx";
import { useMoveOnShelf } from "#domain/items/moving/place-item";
import { useOpenItem } from "#domain/items/open-item";
import { SelectBox } from "#domain/items/selection/select-box.tsx";
import type { Selection } from "#domain/items/selection/use-selection";
import { useVisibleItems, useVirtualRows, type WindowedRows } from "#domain/items/use-virtual-rows";
import styles from "./item-list.module.css";

const TITLE_SHOWN_LENGTH = 50;

const ROW_PX = 76;
const GAP_PX = 8;

type ItemListProps = {
  shelf: ShelfRow;
  ids: readonly string[];
  marks: ReadonlyMap<string, RowMark>;
  selection: Selection;
};

export function ItemList({ shelf, ids, marks, selection }: ItemListProps) {
  const { deletion, ask, cancel } = useConfirmDelete<ItemRow>();
  const { openMenu, menu } = useItemMenu(ask);
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const [names] = useState(() => new Map<string, string>());

  const nameOf = (id: string) => names.get(id) ?? "";
  const move = useMoveOnShelf(shelf.id, ids, nameOf);

  return (
    <>
      {ids.length === 0 ? (
        <p className={styles["empty"]}>
          <b>{itemsWords.emptyTitle}</b>
          {itemsWords.emptyText}
        </p>
      ) : (
        <SortableArea rows={rows} nameOf={({ id }) => nameOf(id)} onMove={move}>
          {(shown) => (
            <Rows
              rows={shown}
              shelf={shelf}
              marks={marks}
              selection={selection}
              names={names}
              onDelete={ask}
              onMenu={openMenu}
            />
          )}
        </SortableArea>
      )}
      {menu}
      <DeleteItemDialog deletion={deletion} onClose={cancel} />
    </>
  );
}

type RowsProps = Pick<ItemListProps, "shelf" | "marks" | "selection"> & {
  rows: readonly { id: string }[];
  names: Map<string, string>;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

function Rows({ rows, shelf, marks, selection, names, onDelete, onMenu }: RowsProps) {
  const place = useRef<HTMLOListElement>(null);
  const { active } = useDndContext();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const virtualizer = useVirtualRows(place, {
    ids,
    rowPx: ROW_PX,
    gapPx: GAP_PX,
    pinnedId: active?.id.toString(),
  });
  const inSight = virtualizer.getVirtualItems();
  const itemOf = useVisibleItems(inSight, ids);
  const drawn = itemOf.size > 0 ? inSight : [];
  for (const { id, title } of itemOf.values()) names.set(id, title);
  return (
    <ol
      ref={place}
      role="list"
      aria-label={itemsWords.listLabel(shelf.name)}
      className={styles["list"]}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map((at) => {
        const id = ids[at.index] ?? "";
        return (
          <Row
            key={id}
            id={id}
            at={at}
            virtualizer={virtualizer}
            item={itemOf.get(id)}
            count={ids.length}
            mark={marks.get(id)}
            isSelected={selection.isOn ? selection.has(id) : null}
            onToggle={selection.toggle}
            onDelete={onDelete}
            onMenu={onMenu}
          />
        );
      })}
    </ol>
  );
}

type RowProps = {
  id: string;
  at: VirtualItem;
  virtualizer: WindowedRows;
  count: number;
  item: ItemRow | undefined;
  mark: RowMark | undefined;
  isSelected: boolean | null;
  onToggle: (id: string) => void;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

function Row({ id, at, virtualizer, item, count, isSelected, ...content }: RowProps) {
  const { row, handle } = useSortableRow(id, itemsWords.drag(item?.title ?? ""));
  const ref = useMergedRef(row.ref, virtualizer.measureElement);
  return (
    <li
      {...row}
      ref={ref}
      data-index={at.index}
      data-row={id}
      aria-posinset={at.index + 1}
      aria-setsize={count}
      className={styles["place"]}
      style={{ ...row.style, top: at.start - virtualizer.options.scrollMargin }}
    >
      <div className={styles["row"]} data-selected={isSelected || undefined}>
        {item && (
          <>
            {isSelected === null && handle}
            <Content {...content} item={item} isSelected={isSelected} />
          </>
        )}
      </div>
    </li>
  );
}

/** Every step of a drag renders the rows, but not their content. */
const Content = memo(function Content({
  item,
  mark,
  isSelected,
  onToggle,
  onDelete,
  onMenu,
}: Pick<RowProps, "mark" | "isSelected" | "onToggle" | "onDelete" | "onMenu"> & { item: ItemRow }) {
  if (isSelected !== null)
    return (
      <>
        <SelectBox item={item} isSelected={isSelected} onToggle={onToggle} />
        <span className={styles["summary"]}>
          <Facts item={item} mark={mark} />
        </span>
      </>
    );
  return (
    <>
      <ItemLink item={item} mark={mark} />
      <span className={styles["actions"]}>
        <ItemButtons item={item} onDelete={onDelete} onMenu={onMenu} />
      </span>
    </>
  );
});

type FactsProps = { item: ItemRow; mark: RowMark | undefined };

function ItemLink({ item, mark }: FactsProps) {
  const openItem = useOpenItem();
  return (
    <a
      href={`/shelves/${item.shelfId}?item=${item.id}`}
      onClick={(event) => openItem(event, item)}
      className={styles["summary"]}
    >
      <span className="visually-hidden">{actionWords.edit}</span>
      <Facts item={item} mark={mark} />
    </a>
  );
}

const Facts = ({ item, mark }: FactsProps) => (
  <>
    <Thumbnail item={item} isOnBoard />
    <span className={styles["texts"]}>
      <span className={styles["title"]} dir="auto">
        {truncate(item.title, TITLE_SHOWN_LENGTH)}
        <SyncMark mark={mark} />
      </span>
      <span className={styles["url"]}>{shownUrl(item.url) || itemsScreenWords.noLink}</span>
      <span className={styles["marks"]}>
        <ItemMarks item={item} />
      </span>
      {item.price !== "" && (
        <span className={styles["price"]} dir="auto">
          {item.price}
        </span>
      )}
    </span>
  </>
);
