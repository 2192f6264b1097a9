import { useEffect, useRef } from "react";
import styles from "./sign-in-page.module.css";

/** Takes the focus, so that screen readers announce the step; the first one does not. */
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
