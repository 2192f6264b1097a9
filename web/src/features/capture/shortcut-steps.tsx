import { CopiedText } from "#ui/buttons/copied-text.tsx";
import { captureWords } from "#words/links/capture";
import styles from "./capture-page.module.css";
import { STEP_PICTURES } from "./step-pictures";

const words = captureWords.shortcut;

type ShortcutStepsProps = { address: string; bearer: string; hasToken: boolean };

/** iOS installs only shortcuts that Apple has signed. */
export const ShortcutSteps = ({ address, bearer, hasToken }: ShortcutStepsProps) => (
  <ol role="list" className={styles["steps"]}>
    {words.steps.map(({ title, text }, at) => {
      const Picture = STEP_PICTURES[at];
      return (
        <li key={title} className={styles["step"]}>
          {Picture && <Picture />}
          <div className={styles["words"]}>
            <h3 className={styles["stepTitle"]}>
              {at + 1}. {title}
            </h3>
            <p className={styles["text"]}>{text}</p>
          </div>
          {at === ADDRESS_STEP && (
            <div className={styles["code"]}>
              <CopiedText text={address} label={captureWords.copy(words.address)} />
            </div>
          )}
          {at === HEADER_STEP && (
            <div className={styles["code"]}>
              <CopiedText text="Authorization" label={captureWords.copy(words.headerName)} />
              <CopiedText text={bearer} label={captureWords.copy(words.headerValue)} />
              {!hasToken && <p className={styles["text"]}>{words.noToken}</p>}
            </div>
          )}
        </li>
      );
    })}
  </ol>
);

const ADDRESS_STEP = 2;
const HEADER_STEP = 3;
