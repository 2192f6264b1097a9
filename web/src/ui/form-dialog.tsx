import type { ReactNode } from "react";
import { mayLeaveForms } from "./dirty-forms";
import { Modal } from "./modal";
import { useIsPhone } from "./use-is-phone";

type FormDialogProps = {
  isOpen: boolean;
  title: ReactNode;
  size?: number;
  onClose: () => void;
  /** Draws the form. `close` asks first where something typed would be lost. */
  children: (close: () => void) => ReactNode;
};

/** A dialog with a form in it: fills a phone's screen, stands in the middle of a larger one. */
export function FormDialog({ isOpen, title, size, onClose, children }: FormDialogProps) {
  const isPhone = useIsPhone();
  const close = async () => {
    if (await mayLeaveForms()) onClose();
  };
  return (
    <Modal isOpen={isOpen} onClose={() => void close()} isFullScreen={isPhone} {...(size === undefined ? {} : { size })} title={title}>
      {children(() => void close())}
    </Modal>
  );
}
