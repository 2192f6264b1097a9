import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import handle from "./sortable-area.module.css";
import styles from "./sortable-list.module.css";

type StillListProps<R extends { id: string }> = {
  rows: readonly R[];
  label: string;
  children: (row: R, handle: ReactNode) => ReactNode;
};

/** A sortable list that does not sort yet: it looks the same, and nothing moves when it is replaced. */
export function StillList<R extends { id: string }>({ rows, label, children }: StillListProps<R>) {
  const stillHandle = (
    <span className={handle["handle"]} aria-hidden="true">
      <IconGripVertical size={22} />
    </span>
  );
  return (
    <ol role="list" aria-label={label} className={styles["list"]}>
      {rows.map((row) => (
        <li key={row.id} className={styles["row"]}>
          {children(row, stillHandle)}
        </li>
      ))}
    </ol>
  );
}
