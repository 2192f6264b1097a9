import { Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { actionWords } from "#words/actions";
import styles from "./dialog.module.css";
import { mayLeaveForms } from "./dirty-forms";
import { Modal } from "./modal";
import { useIsPhone } from "./use-is-phone";

type FormDialogProps = {
  isOpen: boolean;
  /** The form, where that comes later: the dialog stands once it can stand whole, and nothing in it moves. */
  form?: { useMayStand: (isWanted: boolean) => boolean };
  title: ReactNode;
  size?: number;
  /** It has an address of its own: Back leaves that. */
  isInAddress?: boolean;
  onClose: () => void;
  /** Draws the form. `close` asks first where something typed would be lost. */
  children: (close: () => void) => ReactNode;
};

const HERE = { useMayStand: (isWanted: boolean) => isWanted };

/** A dialog with a form in it: fills a phone's screen, stands in the middle of a larger one. */
export function FormDialog({
  isOpen,
  form = HERE,
  title,
  size,
  isInAddress = false,
  onClose,
  children,
}: FormDialogProps) {
  const isPhone = useIsPhone();
  const mayStand = form.useMayStand(isOpen);
  const close = async () => {
    if (await mayLeaveForms()) onClose();
  };
  return (
    <>
      <Modal
        isOpen={mayStand}
        onClose={() => void close()}
        isFullScreen={isPhone}
        leavesBackAlone={isInAddress}
        {...(size === undefined ? {} : { size })}
        title={title}
      >
        {children(() => void close())}
      </Modal>
      {isOpen && !mayStand && (
        <output className={styles["coming"]}>
          <Loader aria-hidden="true" />
          <span className="visually-hidden">{actionWords.loading}</span>
        </output>
      )}
    </>
  );
}
