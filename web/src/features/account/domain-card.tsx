import type { DomainAnswer } from "@shelv/contract/domain";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { domainWords as words } from "#words/domains";
import forms from "./account-form.module.css";
import { DomainRecords } from "./domain-records";
import { domainSentence } from "./domain-sentence";
import styles from "./domain-section.module.css";

type Props = { domain: DomainAnswer; isBusy: boolean; onCheck: () => void; onRemove: () => void };

/** One domain: its state, what is missing, and its DNS records. */
export const DomainCard = ({ domain, isBusy, onCheck, onRemove }: Props) => (
  <li className={styles["domain"]}>
    <div className={styles["head"]}>
      <h3 className={styles["name"]}>
        {domain.state === "verified" ? (
          <a href={addressAt(domain.name)} target="_blank" rel="noopener">
            {domain.shownName}
          </a>
        ) : (
          domain.shownName
        )}
      </h3>
      <span className={styles["state"]} data-state={domain.state}>
        {words.states[domain.state]}
      </span>
    </div>
    <output className={styles["sentence"]}>{domainSentence(domain)}</output>
    {domain.state !== "verified" && (
      <>
        <p className={forms["text"]}>{words.records}</p>
        <DomainRecords records={domain.records} />
      </>
    )}
    <div className={styles["buttons"]}>
      {domain.state !== "verified" && (
        <AriaDisabledButton
          variant="default"
          isOff={isBusy}
          onClick={onCheck}
          aria-label={words.checkWhich(domain.shownName)}
        >
          {words.check}
        </AriaDisabledButton>
      )}
      <AriaDisabledButton
        variant="outline"
        color="brick"
        isOff={isBusy}
        onClick={onRemove}
        aria-label={words.removeWhich(domain.shownName)}
      >
        {words.remove}
      </AriaDisabledButton>
    </div>
  </li>
);

/** With the app's own protocol and port. */
const addressAt = (name: string) => `${location.protocol}//${name}${location.port && `:${location.port}`}/`;
