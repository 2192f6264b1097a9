import { Loader } from "@mantine/core";
import { actionWords } from "#words/actions";
import styles from "./full-page-spinner.module.css";

export const FullPageSpinner = () => (
  <div className={styles["page"]} role="status">
    <Loader aria-hidden="true" />
    <span className="visually-hidden">{actionWords.loading}</span>
  </div>
);
