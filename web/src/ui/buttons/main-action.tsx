import type { ReactNode } from "react";
import styles from "./main-action.module.css";

/** A screen's main action: on a phone it is fixed within the thumb's reach. Its screen takes the class `mainActionRoom`. */
export const MainAction = ({ children }: { children: ReactNode }) => (
  <div className={styles["action"]}>{children}</div>
);

/** The class that leaves room for the main action. */
export const mainActionRoom = styles["room"] ?? "";
