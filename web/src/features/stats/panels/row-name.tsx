import { percentOf } from "@shelv/contract/values/percent";
import type { CSSProperties, ReactNode } from "react";
import styles from "./panel.module.css";

type RowNameProps = {
  count: number;
  highest: number;
  total: number;
  children: ReactNode;
};

export const RowName = ({ count, highest, total, children }: RowNameProps) => (
  <th scope="row">
    <div className={styles["cell"]} style={{ "--length": percentOf(count, highest) } as CSSProperties}>
      <span className={styles["bar"]} aria-hidden="true" />
      {children}
      <span className={styles["share"]}>{percentOf(count, total)}</span>
    </div>
  </th>
);
