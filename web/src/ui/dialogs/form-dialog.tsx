import type { ReactNode } from "react";
import { actionWords } from "#words/actions";
import styles from "./dialog.module.css";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { mayLeaveForms } from "#ui/forms/dirty-forms";
import { Modal } from "./modal";
import { useIsPhone } from "./use-is-phone";

type FormDialogProps = {
  isOpen: boolean;
  form?: { useMayOpen: (isWanted: boolean) => boolean };
  title: ReactNode;
  size?: number;
  isInAddress?: boolean;
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
  onClose,
  children,
}: FormDialogProps) {
  const isPhone = useIsPhone();
  const mayOpen = form.useMayOpen(isOpen);
  const close = async () => {
    if (await mayLeaveForms()) onClose();
  };
  return (
    <>
      <Modal
        isOpen={mayOpen}
        onClose={() => void close()}
        shape={isPhone ? "sheet" : undefined}
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
