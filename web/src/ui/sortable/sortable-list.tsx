import type { ReactNode } from "react";
import { type Move, SortableArea, useSortableRow } from "./sortable-area";
import styles from "./sortable-list.module.css";

type SortableListProps<R extends { id: string }> = {
  rows: readonly R[];
  label: string;
  nameOf: (row: R) => string;
  handleLabel: (name: string) => string;
  onMove: Move;
  children: (row: R, handle: ReactNode) => ReactNode;
};

export const SortableList = <R extends { id: string }>({
  rows,
  label,
  nameOf,
  handleLabel,
  onMove,
  children,
}: SortableListProps<R>) => (
  <SortableArea rows={rows} nameOf={nameOf} onMove={onMove}>
    {(shown) => (
      <ol role="list" aria-label={label} className={styles["list"]}>
        {shown.map((row) => (
          <SortableRow key={row.id} id={row.id} handleLabel={handleLabel(nameOf(row))}>
            {(handle) => children(row, handle)}
          </SortableRow>
        ))}
      </ol>
    )}
  </SortableArea>
);

type SortableRowProps = { id: string; handleLabel: string; children: (handle: ReactNode) => ReactNode };

function SortableRow({ id, handleLabel, children }: SortableRowProps) {
  const { row, handle } = useSortableRow(id, handleLabel);
  return (
    <li {...row} className={styles["row"]}>
      {children(handle)}
    </li>
  );
}
