import * as RadixToast from "@radix-ui/react-toast";
import { IconX } from "@tabler/icons-react";
import { useAtom } from "jotai";
import { toastWords } from "#words/actions";
import { toastAtom } from "./toast";
import styles from "./toasts.module.css";

const SHOWN_MS = 5000;
/** Something to decide takes longer to read, and to reach. */
const SHOWN_WITH_ACTION_MS = 10_000;
const SWIPE_THRESHOLD_PX = 50;

/** Fetched when there is something to say (toaster.tsx). */
export function Toasts() {
  const [toast, setToast] = useAtom(toastAtom);
  return (
    <RadixToast.Provider label={toastWords.label} duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toast && (
        <RadixToast.Root
          key={toast.id}
          className={styles["toast"]}
          data-tone={toast.tone}
          duration={toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS}
          type={toast.tone === "destructive" ? "foreground" : "background"}
          onOpenChange={(isOpen) => {
            if (!isOpen) setToast((current) => (current?.id === toast.id ? null : current));
          }}
        >
          <div className={styles["words"]}>
            <RadixToast.Title className={styles["title"]}>{toast.title}</RadixToast.Title>
            {toast.text && <RadixToast.Description className={styles["text"]}>{toast.text}</RadixToast.Description>}
          </div>
          {toast.action && (
            <RadixToast.Action className={styles["action"]} altText={toast.action.insteadOf} onClick={toast.action.run}>
              {toast.action.label}
            </RadixToast.Action>
          )}
          <RadixToast.Close className={styles["close"]} aria-label={toastWords.dismiss}><IconX size={18} /></RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport className={styles["viewport"]} label={toastWords.region} hotkey={["F8"]} />
    </RadixToast.Provider>
  );
}
