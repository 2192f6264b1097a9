import type { ReactNode } from "react";
import styles from "./main-action.module.css";

export const MainAction = ({ children }: { children: ReactNode }) => (
  <div className={styles["action"]}>{children}</div>
);

export const mainActionRoom = styles["room"] ?? "";
