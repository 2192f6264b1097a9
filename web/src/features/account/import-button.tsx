import type { ImportAnswer } from "@shelv/contract/export";
import { accountRoutes } from "@shelv/contract/routes/account";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { upload } from "#api/upload";
import { useOwner } from "#sync/owner-context.tsx";
import { FileButton } from "#ui/file-button.tsx";
import { showError } from "#ui/toast";
import { accountWords } from "#words/account";
import { errorWords } from "#words/errors";
import forms from "./account-form.module.css";
import styles from "./import-button.module.css";

const words = accountWords.data;

/** Takes an export in, and tells how far it is and what came of it. */
export function ImportButton() {
  const owner = useOwner();
  /** From 0 to 1; null while nothing is uploaded. */
  const [progress, setProgress] = useState<number | null>(null);
  const [result, setResult] = useState<ImportAnswer | null>(null);

  const take = async (file: File) => {
    setResult(null);
    setProgress(0);
    try {
      await owner.syncNow();
      setResult(await upload(accountRoutes.import, file, setProgress));
      await owner.syncNow();
    } catch (error) {
      showError(errorWords(error), words.importFailed);
    } finally {
      setProgress(null);
    }
  };

  return (
    <>
      <div className={forms["row"]}>
        <p className={forms["text"]}>{words.importText}</p>
        <FileButton
          label={words.importFile}
          accept=".zip,application/zip"
          leftSection={<IconUpload size={18} />}
          disabled={progress !== null}
          onFile={(file) => void take(file)}
        >
          {words.import}
        </FileButton>
      </div>
      <output className={styles["state"]}>
        {progress !== null && (
          <>
            <progress className={styles["bar"]} aria-label={words.import} value={progress} max={1} />
            {progress < 1 ? words.importing(Math.floor(progress * 100)) : words.unpacking}
          </>
        )}
        {result && <Result result={result} />}
      </output>
    </>
  );
}

const Result = ({ result: { shelves, items, pictures, skipped } }: { result: ImportAnswer }) => (
  <>
    <p>{words.imported(shelves, items, pictures)}</p>
    {skipped.length > 0 && (
      <>
        <p>{words.skipped(skipped.length)}</p>
        <ul className={styles["skipped"]}>{skipped.map(({ file, message }) => <li key={file}>{file}: {message}</li>)}</ul>
      </>
    )}
  </>
);
