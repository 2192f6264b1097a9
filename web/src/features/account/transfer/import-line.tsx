import type { ImportAnswer } from "@shelv/contract/export";
import { IconUpload } from "@tabler/icons-react";
import { useOwner } from "#session/owner-context.tsx";
import { FileButton } from "#ui/buttons/file-button.tsx";
import { accountWords } from "#words/screens/account";
import { ActionLine } from "#features/account/lines.tsx";
import styles from "./import-line.module.css";
import { followImport, showImportIn, useImportRun } from "./import-run";
import { startImport } from "./start-import";

const words = accountWords.data;

export function ImportLine() {
  const owner = useOwner();
  const { progress, result } = useImportRun(owner.account.userId);
  const take = (file: File) =>
    followImport(owner.account.userId, (onProgress) => startImport(owner, file, onProgress));

  return (
    <ActionLine heading={words.importHeading} text={words.importText}>
      <FileButton
        label={words.importFile}
        accept=".zip,application/zip"
        leftSection={<IconUpload size={18} />}
        disabled={progress !== null}
        onFile={(file) => void take(file)}
      >
        {words.import}
      </FileButton>
      <output className={styles["state"]} ref={showImportIn}>
        {progress !== null && (
          <>
            <progress className={styles["bar"]} aria-label={words.import} value={progress} max={1} />
            {progress < 1 ? words.importing(Math.floor(progress * 100)) : words.unpacking}
          </>
        )}
        {result && <Result result={result} />}
      </output>
    </ActionLine>
  );
}

const Result = ({ result: { shelves, items, pictures, skipped } }: { result: ImportAnswer }) => (
  <>
    <p>{words.imported(shelves, items, pictures)}</p>
    {skipped.length > 0 && (
      <>
        <p>{words.skipped(skipped.length)}</p>
        <ul className={styles["skipped"]}>
          {skipped.map(({ file, message }) => (
            <li key={file}>
              <bdi>{file}</bdi>: {message}
            </li>
          ))}
        </ul>
      </>
    )}
  </>
);
