import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import styles from "./dialog.module.css";

export function DialogForm(props: Omit<ComponentProps<"form">, "className" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  // A lazy form mounts after the dialog has set the focus; while the dialog closes it takes none.
  useEffect(() => {
    const isLeaving = form.current?.closest("[data-leaving]") != null;
    if (!isLeaving)
      form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  }, []);
  return <form noValidate {...props} ref={form} className={styles["form"]} />;
}

export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles["buttons"]}>{children}</div>
);
