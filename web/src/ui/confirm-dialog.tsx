import { Button, Modal } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import { actionWords } from "#words/actions";
import styles from "./dialog.module.css";

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  text: ReactNode;
  confirm?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be undone. Its words stay while it closes, so that nothing flickers. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, confirm = actionWords.delete, onConfirm, onClose } = useLastOpen(props);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ "aria-label": actionWords.close }} role="alertdialog">
      <p className={styles["text"]}>{text}</p>
      <div className={styles["buttons"]}>
        <Button variant="default" onClick={onClose} data-autofocus>{actionWords.cancel}</Button>
        <Button color="brick" onClick={onConfirm}>{confirm}</Button>
      </div>
    </Modal>
  );
}

function useLastOpen(props: ConfirmDialogProps): ConfirmDialogProps {
  const lastOpen = useRef(props);
  if (props.isOpen) lastOpen.current = props;
  return props.isOpen ? props : { ...lastOpen.current, isOpen: false };
}
