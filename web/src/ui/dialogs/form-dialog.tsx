import type { ReactNode } from "react";
import { actionWords } from "#words/actions";
import styles from "./dialog.module.css";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { mayLeaveForms } from "#ui/forms/dirty-forms";
import { Modal } from "./modal";
import { useIsPhone, useIsWide } from "./use-is-phone";

type FormDialogProps = {
  isOpen: boolean;
  form?: { useMayOpen: (isWanted: boolean) => boolean };
  title: ReactNode;
  size?: number;
  isInAddress?: boolean;
  /** On a wide screen: beside the page, instead of over it. */
  isBeside?: boolean;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
};

const LOADED = { useMayOpen: (isWanted: boolean) => isWanted };

export function FormDialog({
  isOpen,
  form = LOADED,
  title,
  size,
  isInAddress = false,
  isBeside = false,
  onClose,
  children,
}: FormDialogProps) {
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const mayOpen = form.useMayOpen(isOpen);
  const close = async () => {
    if (await mayLeaveForms()) onClose();
  };
  return (
    <>
      <Modal
        isOpen={mayOpen}
        onClose={() => void close()}
        shape={isPhone ? "sheet" : isWide && isBeside ? "panel" : undefined}
        leavesBackAlone={isInAddress}
        {...(size === undefined ? {} : { size })}
        title={title}
      >
        {children(() => void close())}
      </Modal>
      {isOpen && !mayOpen && <Spinner className={styles["coming"]} label={actionWords.loading} />}
    </>
  );
}
