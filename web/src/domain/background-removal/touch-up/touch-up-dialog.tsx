import { useRef, useState } from "react";
import type { ItemPicture } from "#domain/background-removal/use-cutout";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Modal } from "#ui/dialogs/modal.tsx";
import { useIsPhone } from "#ui/dialogs/use-is-phone";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { leaveWords } from "#words/actions";
import { touchUpWords as words } from "#words/screens/items";

const TouchUpEditor = lazyComponent(async () => (await import("./touch-up-editor")).TouchUpEditor);

type TouchUpDialogProps = {
  isOpen: boolean;
  value: ItemPicture;
  onClose: () => void;
  onDone: (cutout: string) => void;
};

export function TouchUpDialog({ isOpen, value, onClose, onDone }: TouchUpDialogProps) {
  const isPhone = useIsPhone();
  const mayOpen = TouchUpEditor.useMayOpen(isOpen);
  const isPainted = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    isPainted.current = false;
    setAsking(false);
    onClose();
  };
  const tryClose = () => (isPainted.current ? setAsking(true) : close());
  return (
    <>
      <Modal
        isOpen={mayOpen}
        onClose={tryClose}
        shape={isPhone ? "full-screen" : undefined}
        size={720}
        title={words.title}
      >
        <TouchUpEditor
          value={value}
          onPaint={(isChanged) => void (isPainted.current = isChanged)}
          onCancel={tryClose}
          onDone={(cutout) => {
            onDone(cutout);
            close();
          }}
        />
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title={leaveWords.title}
        text={words.leaveText}
        confirm={leaveWords.leave}
        cancel={leaveWords.stay}
        onConfirm={close}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
