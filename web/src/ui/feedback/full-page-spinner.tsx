import { Loader } from "@mantine/core";
import { actionWords } from "#words/actions";
import styles from "./full-page-spinner.module.css";

/** A browser's store can hang until the browser restarts; after a while CSS shows a text about it. */
export const FullPageSpinner = () => (
  <div className={styles["page"]}>
    <output>
      <Loader aria-hidden="true" />
      <span className="visually-hidden">{actionWords.loading}</span>
    </output>
    <p className={styles["late"]}>{actionWords.loadingLong}</p>
  </div>
);
