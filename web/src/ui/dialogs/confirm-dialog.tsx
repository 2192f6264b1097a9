import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { actionWords } from "#words/actions";
import styles from "./dialog.module.css";
import { Modal } from "./modal";

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  text: string;
  picture?: ReactNode;
  confirm?: string;
  cancel?: string;
  isAboutLeaving?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({
  isOpen,
  title,
  text,
  picture,
  confirm = actionWords.delete,
  cancel = actionWords.cancel,
  isAboutLeaving = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [asked, setAsked] = useState({ title, text });
  if (isOpen && (asked.title !== title || asked.text !== text)) setAsked({ title, text });
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={asked.title}
      isOnTop={isAboutLeaving}
      leavesBackAlone={isAboutLeaving}
      onGone={rescueFocus}
    >
      {picture}
      <p className={styles["text"]}>{asked.text}</p>
      <div className={styles["buttons"]}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
        <Button color="brick" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}

/** The element that opened the dialog may be deleted. */
function rescueFocus(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
}
