import { shelfFormWords } from "#words/shelves";
import styles from "./optional-label.module.css";

export const OptionalLabel = ({ children }: { children: string }) => (
  <>{children} <span className={styles["optional"]}>({shelfFormWords.optional})</span></>
);
