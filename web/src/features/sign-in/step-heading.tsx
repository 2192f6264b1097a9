import { useEffect, useRef } from "react";
import styles from "./sign-in-page.module.css";

/** A step's heading takes the focus when its step begins, so that the change is heard; the first one leaves it alone. */
export function StepHeading({ children, takesFocus }: { children: string; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles["heading"]}>
      {children}
    </h1>
  );
}
