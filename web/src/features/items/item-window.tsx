import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import type { ShelfRow } from "@shelv/contract/shelf";
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { allCategories, itemsById, rowMarks, type RowMark } from "#local-store/queries";
import { useStored } from "#sync/owner-context.tsx";
import { useHasTable } from "./use-has-table";
import { DeleteItemDialog } from "#workbench/delete-item-dialog.tsx";
import { ItemCards } from "./item-cards";
import { ItemTable } from "./item-table";

const TABLE_ROW_PX = 73;
const CARD_PX = 112;
/** Beyond the edges of the window, so that Tab and a flick of the thumb find the next ones there. */
const OVERSCAN = 8;

/** What a row needs besides its item, which may still be on its way from the store. */
export type ShownItem = {
  at: VirtualItem;
  item: ItemRow | undefined;
  shelf: ShelfRow | undefined;
  categories: readonly CategoryRow[];
  mark: RowMark | undefined;
};

export type ItemRowsProps = {
  rows: readonly ShownItem[];
  /** How many there are in all. */
  count: number;
  virtualizer: Virtualizer<Window, HTMLElement>;
  onDelete: (item: ItemRow) => void;
};

/** The items that are in sight, however many there are: only these are read from the store, and only these are drawn. */
export function ItemWindow({ ids, shelves }: { ids: readonly string[]; shelves: readonly ShelfRow[] }) {
  const hasTable = useHasTable();
  const place = useRef<HTMLDivElement>(null);
  const virtualizer = useRowsInSight(place, ids, hasTable);
  const rows = useRows(virtualizer.getVirtualItems(), ids, shelves);
  const [doomed, setDoomed] = useState<ItemRow | null>(null);
  const Rows = hasTable ? ItemTable : ItemCards;

  return (
    <div ref={place}>
      <Rows rows={rows} count={ids.length} virtualizer={virtualizer} onDelete={setDoomed} />
      <DeleteItemDialog doomed={doomed} onClose={() => setDoomed(null)} />
    </div>
  );
}

function useRowsInSight(place: React.RefObject<HTMLDivElement | null>, ids: readonly string[], hasTable: boolean) {
  const [scrollMargin, setScrollMargin] = useState(0);
  // The page scrolls, not the list: where the list begins is measured.
  useLayoutEffect(() => setScrollMargin((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [place]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read while drawing and memoized nowhere
  return useWindowVirtualizer<HTMLElement>({
    count: ids.length,
    estimateSize: () => (hasTable ? TABLE_ROW_PX : CARD_PX),
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
    scrollMargin,
  });
}

function useRows(inSight: readonly VirtualItem[], ids: readonly string[], shelves: readonly ShelfRow[]): ShownItem[] {
  const wanted = inSight.flatMap(({ index }) => ids[index] ?? []);
  const items = useStored((store) => itemsById(store, wanted), [wanted.join()]);
  const categories = useStored(allCategories);
  const marks = useStored(rowMarks);
  const itemOf = useMemo(() => new Map(items?.map((item) => [item.id, item])), [items]);
  const shelfOf = useMemo(() => new Map(shelves.map((shelf) => [shelf.id, shelf])), [shelves]);
  return inSight.map((at) => {
    const item = itemOf.get(ids[at.index] ?? "");
    return {
      at,
      item,
      shelf: item && shelfOf.get(item.shelfId),
      categories: categories?.filter(({ id }) => item?.categoryIds.includes(id)) ?? [],
      mark: item && marks?.get(item.id),
    };
  });
}
