import { Loader } from "@mantine/core";
import { actionWords } from "#words/actions";
import styles from "./full-page-spinner.module.css";

export const FullPageSpinner = () => (
  <output className={styles["page"]}>
    <Loader aria-hidden="true" />
    <span className="visually-hidden">{actionWords.loading}</span>
  </output>
);
