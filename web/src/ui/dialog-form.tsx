import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import styles from "./dialog.module.css";

/** A form in a dialog. The browser's own bubbles stay away: messages stand under the fields. */
export function DialogForm(props: Omit<ComponentProps<"form">, "className" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  // The dialog looks for it when it opens; a form that is fetched first comes after that. One that comes when the dialog is being closed takes no focus.
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
