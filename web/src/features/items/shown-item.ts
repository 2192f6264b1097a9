import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { WindowedRows } from "#domain/items/use-virtual-rows";
import type { RowMark } from "#local-store/queries";

export type ShownItem = {
  at: VirtualItem;
  /** The list row that shows it: React's key. */
  row: number;
  item: ItemRow | undefined;
  shelf: ShelfRow | undefined;
  categories: readonly CategoryRow[];
  mark: RowMark | undefined;
};

export type ItemRowsProps = {
  rows: readonly ShownItem[];
  /** Undefined until known. */
  count: number | undefined;
  shelfId: string | undefined;
  virtualizer: WindowedRows;
  onDelete: (item: ItemRow) => void;
};
