import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { ReactNode } from "react";
import type { Move } from "#ui/sortable/sortable-area.tsx";
import { SortableList } from "#ui/sortable/sortable-list.tsx";
import { shelvesWords } from "#words/screens/shelves";

export type SortableShelvesProps = {
  shelves: readonly ShelfRow[];
  onMove: Move;
  children: (shelf: ShelfRow, handle: ReactNode) => ReactNode;
};

export const SortableShelves = ({ shelves, onMove, children }: SortableShelvesProps) => (
  <SortableList
    rows={shelves}
    label={shelvesWords.listLabel}
    nameOf={({ name }) => name}
    handleLabel={shelvesWords.drag}
    onMove={onMove}
  >
    {children}
  </SortableList>
);
