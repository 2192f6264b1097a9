import { useEffect, useState } from "react";
import { afterFirstScreen } from "#ui/first-screen";
import { lazyComponent } from "#ui/lazy-component.tsx";
import styles from "./shared-waiting.module.css";

const SharedNotice = lazyComponent(async () => (await import("./shared-notice")).SharedNotice, {
  afterMs: 0,
  Missing: () => null,
});

/** Tells that something is waiting, wherever its owner went instead. What it reads needs the code that comes after the first screen. */
export function SharedWaiting() {
  const [isTime, setTime] = useState(false);
  useEffect(
    () =>
      afterFirstScreen(() => {
        setTime(true);
        return () => undefined;
      }),
    [],
  );
  return <output className={styles["region"]}>{isTime && <SharedNotice />}</output>;
}
