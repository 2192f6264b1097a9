import type { ReactNode } from "react";
import styles from "./main-action.module.css";

/** A screen's main action: on a phone it waits where the thumb is. What it stands under takes `mainActionRoom`. */
export const MainAction = ({ children }: { children: ReactNode }) => (
  <div className={styles["action"]}>{children}</div>
);

/** The class of a screen that leaves room for its main action. */
export const mainActionRoom = styles["room"] ?? "";
