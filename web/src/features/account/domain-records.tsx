import type { DomainRecord } from "@shelv/contract/domain";
import { IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { copyText } from "#ui/buttons/copy-text";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { domainWords as words } from "#words/domains";
import styles from "./domain-section.module.css";

/** The DNS records to enter at the registrar, each part with a Copy button. */
export const DomainRecords = ({ records }: { records: DomainRecord[] }) => (
  <ul role="list" className={styles["records"]}>
    {records.map(({ type, name, value }) => (
      <li key={`${type} ${value}`}>
        <dl className={styles["record"]}>
          <dt>{words.type}</dt>
          <dd>{type}</dd>
          <dt>{words.recordName}</dt>
          <dd>
            <Copied text={name} label={words.copyName(type)} />
          </dd>
          <dt>{words.value}</dt>
          <dd>
            <Copied text={value} label={words.copyValue(type)} />
          </dd>
        </dl>
      </li>
    ))}
  </ul>
);

function Copied({ text, label }: { text: string; label: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className={styles["copied"]}>
      <code ref={shown}>{text}</code>
      <IconButton aria-label={label} onClick={() => void copyText(text, { shownIn: () => shown.current })}>
        <IconCopy size={18} />
      </IconButton>
    </span>
  );
}
