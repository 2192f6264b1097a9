import type { ReactNode } from "react";
import styles from "./field-group.module.css";

/** Inputs under one label. */
export const FieldGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={styles["group"]}>
    <legend className={styles["legend"]}>{legend}</legend>
    {children}
  </fieldset>
);
