import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { VirtualItem } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { useMediaQuery } from "@mantine/hooks";
import { allCategories, rowMarks } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import type { OpenItemMenu } from "#domain/items/item-menu.tsx";
import type { Selection } from "#domain/items/selection/use-selection";
import { useVisibleItems, useVirtualRows } from "#domain/items/use-virtual-rows";
import { ItemCards } from "./item-cards";
import { ItemTable } from "./item-table";
import { recycleRows, NO_ROWS } from "./recycle-rows";
import type { ShownItem } from "./shown-item";
import type { ListedItems } from "./use-listed-items";

const TABLE_ROW_PX = 73;
/** The height of a card without a description. A correct estimate avoids a second layout. */
const CARD_PX = 116;

const NONE: readonly CategoryRow[] = [];

type ItemWindowProps = {
  items: ListedItems;
  shelves: readonly ShelfRow[];
  shelfId: string | undefined;
  query: string;
  selection: Selection;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

export function ItemWindow({ items, shelves, query, ...actions }: ItemWindowProps) {
  const hasTable = useHasTable();
  const place = useRef<HTMLDivElement>(null);
  const listKey = `${items.shelfId ?? ""}\n${query}`;
  const virtualizer = useVirtualRows(place, {
    ids: items.ids,
    rowPx: hasTable ? TABLE_ROW_PX : CARD_PX,
    query: listKey,
  });
  const rows = useRows(virtualizer.getVirtualItems(), items, shelves, listKey);
  const Rows = hasTable ? ItemTable : ItemCards;

  return (
    <div ref={place}>
      <Rows
        rows={rows}
        count={items.isWhole ? items.ids.length : undefined}
        virtualizer={virtualizer}
        {...actions}
      />
    </div>
  );
}

function useRows(
  inSight: readonly VirtualItem[],
  { ids, first, found }: ListedItems,
  shelves: readonly ShelfRow[],
  query: string,
): ShownItem[] {
  const itemOf = useVisibleItems(inSight, ids, { first, all: found });
  const categories = useLiveQuery(allCategories) ?? NONE;
  const marks = useLiveQuery(rowMarks);
  const shelfOf = useMemo(() => new Map(shelves.map((shelf) => [shelf.id, shelf])), [shelves]);
  const [before, setDrawn] = useState(NO_ROWS);
  const drawn = recycleRows(
    before,
    inSight.map(({ key }) => key),
    query,
  );
  if (drawn !== before) setDrawn(drawn);
  return inSight.map((at) => {
    const item = itemOf.get(ids[at.index] ?? "");
    return {
      at,
      row: drawn.rowOf.get(at.key) ?? -1,
      item,
      shelf: item && shelfOf.get(item.shelfId),
      categories,
      mark: item && marks?.get(item.id),
    };
  });
}

const useHasTable = (): boolean =>
  useMediaQuery("(min-width: 64em)", undefined, { getInitialValueInEffect: false });
