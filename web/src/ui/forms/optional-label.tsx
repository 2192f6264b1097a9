import { actionWords } from "#words/actions";
import styles from "./optional-label.module.css";

export const OptionalLabel = ({ children }: { children: string }) => (
  <>
    {children} <span className={styles["optional"]}>({actionWords.optional})</span>
  </>
);
