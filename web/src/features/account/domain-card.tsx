import { Button } from "@mantine/core";
import type { DomainAnswer } from "@shelv/contract/domain";
import { domainWords as words } from "#words/domains";
import forms from "./account-form.module.css";
import { domainSentence } from "./domain-sentence";
import styles from "./domain-section.module.css";

type Props = { domain: DomainAnswer; isBusy: boolean; onCheck: () => void; onRemove: () => void };

/** One domain: how far it has come, what is missing, and the records that it needs. */
export const DomainCard = ({ domain, isBusy, onCheck, onRemove }: Props) => (
  <li className={styles["domain"]}>
    <div className={forms["row"]}>
      <h3 className={styles["name"]}>{domain.shownName}</h3>
      <span className={styles["state"]} data-state={domain.state}>{words.states[domain.state]}</span>
    </div>
    <output className={forms["text"]}>{domainSentence(domain)}</output>
    {domain.state !== "verified" && <Records domain={domain} />}
    <div className={styles["buttons"]}>
      <Button variant="default" disabled={isBusy} onClick={onCheck} aria-label={words.checkWhich(domain.shownName)}>{words.check}</Button>
      <Button variant="outline" color="brick" disabled={isBusy} onClick={onRemove} aria-label={words.removeWhich(domain.shownName)}>{words.remove}</Button>
    </div>
  </li>
);

const Records = ({ domain: { records } }: { domain: DomainAnswer }) => (
  <>
    <p className={forms["text"]}>{words.records}</p>
    <ul role="list" className={styles["records"]}>
      {records.map(({ type, name, value }) => (
        <li key={`${type} ${value}`}>
          <dl className={styles["record"]}>
            <dt>{words.type}</dt><dd>{type}</dd>
            <dt>{words.recordName}</dt><dd><code>{name}</code></dd>
            <dt>{words.value}</dt><dd><code>{value}</code></dd>
          </dl>
        </li>
      ))}
    </ul>
  </>
);
