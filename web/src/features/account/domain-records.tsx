import type { DomainRecord } from "@shelv/contract/domain";
import { IconCopy } from "@tabler/icons-react";
import { IconButton } from "#ui/icon-button.tsx";
import { showError, showToast } from "#ui/toast";
import { domainWords as words } from "#words/domains";
import styles from "./domain-section.module.css";

/** What is to be entered where the domain is managed, to be copied piece by piece. */
export const DomainRecords = ({ records }: { records: DomainRecord[] }) => (
  <ul role="list" className={styles["records"]}>
    {records.map(({ type, name, value }) => (
      <li key={`${type} ${value}`}>
        <dl className={styles["record"]}>
          <dt>{words.type}</dt><dd>{type}</dd>
          <dt>{words.recordName}</dt><dd><Copied text={name} label={words.copyName(type)} /></dd>
          <dt>{words.value}</dt><dd><Copied text={value} label={words.copyValue(type)} /></dd>
        </dl>
      </li>
    ))}
  </ul>
);

function Copied({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: words.copied });
    } catch {
      showError(words.copyFailed);
    }
  };
  return (
    <span className={styles["copied"]}>
      <code>{text}</code>
      <IconButton aria-label={label} onClick={() => void copy()}><IconCopy size={18} /></IconButton>
    </span>
  );
}
