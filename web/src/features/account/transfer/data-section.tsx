import { accountWords } from "#words/screens/account";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { deletedWords } from "#words/screens/recently-deleted";
import styles from "#features/account/account-form.module.css";
import { ExportButton } from "./export-button";
import { ImportButton } from "./import-button";

const words = accountWords.data;

export const DataSection = () => (
  <section className={styles["section"]} aria-labelledby="data-heading">
    <h2 id="data-heading" className={styles["heading"]}>
      {words.heading}
    </h2>
    <div className={styles["row"]}>
      <p className={styles["text"]}>{words.exportText}</p>
      <ExportButton />
    </div>
    <ImportButton />
    <div className={styles["row"]}>
      <p className={styles["text"]}>{deletedWords.lead}</p>
      <LinkButton to="/account/deleted" variant="default">
        {deletedWords.title}
      </LinkButton>
    </div>
  </section>
);
