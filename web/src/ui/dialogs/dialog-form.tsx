import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import styles from "./dialog.module.css";

/** A form in a dialog. `noValidate`: errors appear under the fields, not in the browser's bubbles. */
export function DialogForm(props: Omit<ComponentProps<"form">, "className" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  // The dialog sets the focus when it opens, but a lazy form mounts later. A form that mounts while the dialog closes takes no focus.
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
