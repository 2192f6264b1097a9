import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import styles from "./fold.module.css";

type FoldProps = {
  ref?: Ref<HTMLDetailsElement> | undefined;
  summary: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export const Fold = ({ ref, summary, className = "", children }: FoldProps) => (
  <details ref={ref} className={`${styles["fold"]} ${className}`}>
    <summary className={styles["summary"]}>
      {summary}
      <IconChevronDown size={20} className={styles["chevron"]} aria-hidden="true" />
    </summary>
    {children}
  </details>
);

/** In a card, whose width it has. */
export const CardFold = ({ children, ...fold }: FoldProps) => (
  <Fold {...fold}>
    <div className={styles["opened"]}>{children}</div>
  </Fold>
);
