import { actionWords } from "#words/actions";
import styles from "./full-page-spinner.module.css";
import { Spinner } from "./spinner";

/** A browser's store can hang until the browser restarts: CSS then shows a text about it. */
export const FullPageSpinner = () => (
  <div className={styles["page"]}>
    <Spinner label={actionWords.loading} />
    <p className={styles["late"]}>{actionWords.loadingLong}</p>
  </div>
);
