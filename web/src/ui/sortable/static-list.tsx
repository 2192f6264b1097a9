import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import handle from "./sortable-area.module.css";
import styles from "./sortable-list.module.css";

type StillListProps<R extends { id: string }> = {
  rows: readonly R[];
  label: string;
  children: (row: R, handle: ReactNode) => ReactNode;
};

/** Looks the same as the sortable list until that loads: nothing moves. */
export function StaticList<R extends { id: string }>({ rows, label, children }: StillListProps<R>) {
  const staticHandle = (
    <span className={handle["handle"]} aria-hidden="true">
      <IconGripVertical size={22} />
    </span>
  );
  return (
    <ol role="list" aria-label={label} className={styles["list"]}>
      {rows.map((row) => (
        <li key={row.id} className={styles["row"]}>
          {children(row, staticHandle)}
        </li>
      ))}
    </ol>
  );
}
