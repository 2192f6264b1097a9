import type { ReactNode } from "react";
import styles from "./field-group.module.css";

type FieldGroupProps = {
  legend: string;
  /** Beside the legend. */
  hint?: string | undefined;
  isDisabled?: boolean;
  children: ReactNode;
};

export const FieldGroup = ({ legend, hint, isDisabled = false, children }: FieldGroupProps) => (
  <fieldset className={styles["group"]} disabled={isDisabled}>
    <legend className={styles["legend"]} data-hinted={hint !== undefined || undefined}>
      {legend}
    </legend>
    {hint && <p className={styles["hint"]}>{hint}</p>}
    {children}
  </fieldset>
);
