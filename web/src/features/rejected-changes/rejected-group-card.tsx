import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useRef } from "react";
import {
  discardRejected,
  isPictureGone,
  partOf,
  restoreRejected,
  restoresFor,
  retryRejected,
} from "#outbox/rejected";
import type { RejectedGroup } from "#outbox/rejected-groups";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { ACCOUNT_GONE } from "#accounts/rescue-changes-of-deleted-accounts";
import { isPlanRefusal, PlansLink } from "#domain/account/plans-link.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { copyText } from "#ui/buttons/copy-text";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { showError, showToast } from "#ui/feedback/toast";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { isolateBidi } from "#words/format/isolate-bidi";
import { errorWords } from "#words/errors";
import { rejectedWords } from "#words/screens/rejected-changes";
import { isCorrectable } from "./correction";
import { changesAsText, type DescribedChange, describedChange, describedChanges } from "./described-change";
import styles from "./rejected-tray.module.css";

type RejectedGroupCardProps = {
  group: RejectedGroup;
  onEdit: (part: RejectedGroup) => void;
};

export function RejectedGroupCard({ group, onEdit }: RejectedGroupCardProps) {
  const owner = useOwner();
  const article = useRef<HTMLElement>(null);
  const { deletion, ask, cancel } = useConfirmDelete<RejectedGroup>();
  const { root, followers } = group;
  const entries = [root, ...followers];
  const changes = useLiveQuery(describedChanges, entries) ?? entries.map((entry) => describedChange(entry));
  // Another account's change is never sent to this one.
  const isOfGoneAccount = root.code === ACCOUNT_GONE;
  const canEdit = isCorrectable(root) && !isOfGoneAccount;

  const canRestore = restoresFor(group).length > 0;
  const retry = async () => {
    const neighbour = focusNeighbour();
    try {
      if (await owner.readStore((store) => isPictureGone(store, group)))
        return showError(rejectedWords.pictureGone, rejectedWords.retryFailed);
      await owner.readStore((store) => (canRestore ? restoreRejected : retryRejected)(store, group));
      neighbour.focus();
      showToast({ title: rejectedWords.retried });
      void owner.syncNow();
    } catch (error) {
      showError(errorWords(error), rejectedWords.retryFailed);
    }
  };

  const editOf = (index: number) => {
    const entry = entries[index];
    return index > 0 && entry && isCorrectable(entry) && !isOfGoneAccount
      ? () => onEdit(partOf(group, entry))
      : undefined;
  };

  const discard = async () => {
    cancel();
    try {
      await owner.readStore((store) => discardRejected(store, group));
      void owner.syncNow();
      deletion?.neighbour.focus();
    } catch (error) {
      showError(errorWords(error), rejectedWords.discardFailed);
    }
  };

  return (
    <article ref={article} className={styles["group"]}>
      <h2 className={styles["what"]}>
        <IconAlertTriangle size={20} aria-hidden="true" />
        {changes[0]?.what}{" "}
        {followers.length > 0 && (
          <span className={styles["followers"]}>{rejectedWords.followers(followers.length)}</span>
        )}
      </h2>
      <p className={styles["why"]}>{root.message}</p>
      <p className={styles["when"]}>{rejectedWords.madeAt(root.at)}</p>
      {changes.map((change, index) => (
        // The order never changes, and a change has no other key.
        <ChangeContent key={index} change={change} isNamed={index > 0} onEdit={editOf(index)} />
      ))}
      <div className={styles["buttons"]}>
        {!isOfGoneAccount && (
          <Button className={styles["main"] ?? ""} onClick={() => void retry()}>
            {canRestore ? rejectedWords.restore : rejectedWords.retry}
          </Button>
        )}
        {canEdit && (
          <Button variant="default" onClick={() => onEdit(group)}>
            {rejectedWords.edit}
          </Button>
        )}
        {!isOfGoneAccount && isPlanRefusal(root.code) && <PlansLink variant="default" />}
        <Button
          variant="default"
          onClick={() => void copyText(changesAsText(changes), { shownIn: () => article.current })}
        >
          {rejectedWords.copy}
        </Button>
        <Button variant="subtle" color="brick" onClick={() => ask(group)}>
          {rejectedWords.discard}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={deletion !== null}
        title={rejectedWords.discardTitle}
        text={rejectedWords.discardText}
        confirm={rejectedWords.discard}
        onClose={cancel}
        onConfirm={() => void discard()}
      />
    </article>
  );
}

type ChangeContentProps = { change: DescribedChange; isNamed: boolean; onEdit: (() => void) | undefined };

const ChangeContent = ({ change: { what, subject, fields }, isNamed, onEdit }: ChangeContentProps) => (
  <div className={styles["change"]}>
    {isNamed && (
      <p className={styles["changeName"]}>
        {what}
        {onEdit && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={rejectedWords.editPart(subject || what)}
            onClick={onEdit}
          >
            {rejectedWords.edit}
          </Button>
        )}
      </p>
    )}
    {subject && fields.every(({ text }) => isolateBidi(text) !== subject) && (
      <p className={styles["subject"]}>{subject}</p>
    )}
    {fields.length > 0 && (
      <dl className={styles["fields"]}>
        {fields.map(({ label, text }) => (
          <FieldContent key={label} label={label} text={text} />
        ))}
      </dl>
    )}
  </div>
);

const FieldContent = ({ label, text }: { label: string; text: string }) => (
  <>
    <dt>{label}</dt>
    <dd dir="auto">{text}</dd>
  </>
);
