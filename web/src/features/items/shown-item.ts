import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { OpenItemMenu } from "#domain/items/item-menu.tsx";
import type { Selection } from "#domain/items/selection/use-selection";
import type { WindowedRows } from "#domain/items/use-virtual-rows";
import type { RowMark } from "#local-store/queries";

export type ShownItem = {
  at: VirtualItem;
  row: number;
  item: ItemRow | undefined;
  shelf: ShelfRow | undefined;
  categories: readonly CategoryRow[];
  mark: RowMark | undefined;
};

export type ItemRowsProps = {
  rows: readonly ShownItem[];
  count: number | undefined;
  shelfId: string | undefined;
  virtualizer: WindowedRows;
  selection: Selection;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

export type RowActions = Pick<ItemRowsProps, "shelfId" | "onDelete" | "onMenu"> & {
  isSelected: boolean | null;
  onToggle: (id: string) => void;
};

export const selectedIn = ({ isOn, has }: Selection, item: ItemRow | undefined): boolean | null =>
  isOn && item ? has(item.id) : null;

export const formHref = (item: ItemRow, shelfId: string | undefined): string =>
  `/items?${new URLSearchParams({ ...(shelfId === undefined ? {} : { shelf: shelfId }), item: item.id })}`;
