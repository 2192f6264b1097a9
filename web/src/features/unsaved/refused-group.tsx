import { Button } from "@mantine/core";
import { useState } from "react";
import { discardRejected, type RejectedGroup, restoreRejected, restoresFor, retryRejected } from "#outbox/rejected";
import { useOwner } from "#sync/owner-context.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { showError, showToast } from "#ui/toast";
import { errorWords } from "#words/errors";
import { unsavedWords } from "#words/unsaved";
import { changesAsText, type DescribedChange, describedChange } from "./described-change";
import styles from "./unsaved-tray.module.css";

export function RefusedGroup({ group }: { group: RejectedGroup }) {
  const owner = useOwner();
  const [isDiscarding, setDiscarding] = useState(false);
  const { root, followers } = group;
  const changes = [root, ...followers].map(describedChange);

  const canRestore = restoresFor(group).length > 0;
  const retry = async () => {
    try {
      await (canRestore ? restoreRejected : retryRejected)(owner.store, group);
      showToast({ title: unsavedWords.retried });
      void owner.syncNow();
    } catch (error) {
      showError(errorWords(error), unsavedWords.retryFailed);
    }
  };

  const copy = () =>
    navigator.clipboard.writeText(changesAsText(changes)).then(
      () => showToast({ title: unsavedWords.copied }),
      () => showError(unsavedWords.copyFailed),
    );

  return (
    <article className={styles["group"]}>
      <h2 className={styles["what"]}>
        {changes[0]?.what}{" "}
        {followers.length > 0 && <span className={styles["followers"]}>{unsavedWords.followers(followers.length)}</span>}
      </h2>
      <p className={styles["why"]}>{root.message}</p>
      {changes.map((change, index) => (
        // The order of a group never changes, and a change has no other name here.
        <ChangeContent key={index} change={change} isNamed={index > 0} />
      ))}
      <div className={styles["buttons"]}>
        <Button onClick={() => void retry()}>{canRestore ? unsavedWords.restore : unsavedWords.retry}</Button>
        <Button variant="default" onClick={() => void copy()}>{unsavedWords.copy}</Button>
        <Button variant="subtle" color="brick" onClick={() => setDiscarding(true)}>{unsavedWords.discard}</Button>
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        title={unsavedWords.discardTitle}
        text={unsavedWords.discardText}
        confirm={unsavedWords.discard}
        onClose={() => setDiscarding(false)}
        onConfirm={() => void discardRejected(owner.store, group)}
      />
    </article>
  );
}

const ChangeContent = ({ change, isNamed }: { change: DescribedChange; isNamed: boolean }) => (
  <div className={styles["change"]}>
    {isNamed && <p className={styles["changeName"]}>{change.what}</p>}
    {change.fields.length > 0 && (
      <dl className={styles["fields"]}>
        {change.fields.map(({ label, text }) => (
          <FieldContent key={label} label={label} text={text} />
        ))}
      </dl>
    )}
  </div>
);

const FieldContent = ({ label, text }: { label: string; text: string }) => <><dt>{label}</dt><dd dir="auto">{text}</dd></>;
