import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";
import type { ShelfRow } from "@shelv/contract/shelf";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { WindowedRows } from "#domain/items/use-virtual-rows";
import type { RowMark } from "#local-store/queries";

/** What a row shows; its item may still be loading. */
export type ShownItem = {
  at: VirtualItem;
  /** The number of the list row that shows it: React's key. */
  row: number;
  item: ItemRow | undefined;
  shelf: ShelfRow | undefined;
  /** All categories, in order. */
  categories: readonly CategoryRow[];
  mark: RowMark | undefined;
};

/** Props of the table and of the cards. */
export type ItemRowsProps = {
  rows: readonly ShownItem[];
  /** The total number, if known. */
  count: number | undefined;
  /** The selected shelf, if there is one. */
  shelfId: string | undefined;
  virtualizer: WindowedRows;
  onDelete: (item: ItemRow) => void;
};
