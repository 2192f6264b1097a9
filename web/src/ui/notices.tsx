import { IconX } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect } from "react";
import styles from "./notices.module.css";
import { noticeStands } from "./room-for-notices";

/** Where quiet notices stand, over the screen's lower edge: nothing moves when one comes. Plain elements, so that any page can have it. */
export const Notices = ({ children }: { children: ReactNode }) => (
  <div className={styles["corner"]}>{children}</div>
);

type NoticeProps = {
  icon?: ReactNode;
  text: ReactNode;
  action?: { label: string; isOff?: boolean; run: () => void };
  /** Without it, the notice stays. */
  onDismiss?: { label: string; run: () => void };
};

export function Notice({ icon, text, action, onDismiss }: NoticeProps) {
  useLayoutEffect(noticeStands, []);
  return (
    <div className={styles["notice"]}>
      {icon}
      <p className={styles["text"]}>{text}</p>
      {action && (
        <button
          type="button"
          className={styles["action"]}
          aria-disabled={action.isOff || undefined}
          onClick={() => action.isOff || action.run()}
        >
          {action.label}
        </button>
      )}
      {onDismiss && (
        <button
          type="button"
          className={styles["dismiss"]}
          aria-label={onDismiss.label}
          onClick={onDismiss.run}
        >
          <IconX size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
