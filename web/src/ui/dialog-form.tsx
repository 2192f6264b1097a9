import type { ComponentProps, ReactNode } from "react";
import styles from "./dialog.module.css";

/** A form in a dialog. The browser's own bubbles stay away: messages stand under the fields. */
export const DialogForm = (props: Omit<ComponentProps<"form">, "className">) => <form noValidate {...props} className={styles["form"]} />;

export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={styles["buttons"]}>{children}</div>;
