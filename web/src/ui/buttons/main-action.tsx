import type { ReactNode } from "react";
import styles from "./main-action.module.css";

/**
 * A screen's main action, on a phone fixed within the thumb's reach. Its screen takes the class
 * `mainActionRoom`.
 */
export const MainAction = ({ children }: { children: ReactNode }) => (
  <div className={styles["action"]}>{children}</div>
);

export const mainActionRoom = styles["room"] ?? "";
