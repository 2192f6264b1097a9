import { useDndContext } from "@dnd-kit/core";
import { useMemo, useState } from "react";
import { SortableArea, useSortableRow } from "#ui/sortable/sortable-area.tsx";
import { itemsWords } from "#words/screens/items";
import { ItemList, type ItemListProps } from "#domain/items/list/item-list.tsx";
import { ItemListRow, type RowProps } from "#domain/items/list/item-list-row.tsx";
import { useMoveOnShelf } from "#domain/items/moving/place-item";

type SortableItemsProps = Omit<ItemListProps, "count" | "onShow"> & { shelfId: string };

/** The list of one shelf in its own order, with a handle in each row. */
export function SortableItems({ shelfId, ids, ...list }: SortableItemsProps) {
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const [names] = useState(() => new Map<string, string>());
  const nameOf = (id: string) => names.get(id) ?? "";
  const move = useMoveOnShelf(shelfId, ids, nameOf);
  return (
    <SortableArea rows={rows} nameOf={({ id }) => nameOf(id)} onMove={move}>
      {(shown) => <Rows {...list} rows={shown} names={names} />}
    </SortableArea>
  );
}

type RowsProps = Omit<SortableItemsProps, "shelfId" | "ids"> & {
  rows: readonly { id: string }[];
  names: Map<string, string>;
};

function Rows({ rows, names, ...list }: RowsProps) {
  const { active } = useDndContext();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  return (
    <ItemList
      {...list}
      ids={ids}
      count={ids.length}
      pinnedId={active?.id.toString()}
      Row={SortableRow}
      onShow={({ id, title }) => names.set(id, title)}
    />
  );
}

function SortableRow(props: RowProps) {
  const { row, handle } = useSortableRow(props.id, itemsWords.drag(props.item?.title ?? ""));
  return <ItemListRow {...props} sorted={row} handle={handle} />;
}
