import { IconX } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect } from "react";
import styles from "./notices.module.css";
import { addNoticePadding } from "./notice-padding";

export const Notices = ({ children }: { children: ReactNode }) => (
  <div className={styles["corner"]}>{children}</div>
);

type NoticeProps = {
  icon?: ReactNode;
  text: ReactNode;
  action?: { label: string; isOff?: boolean; run: () => void };
  onDismiss?: { label: string; run: () => void };
};

export function Notice({ icon, text, action, onDismiss }: NoticeProps) {
  useLayoutEffect(addNoticePadding, []);
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
