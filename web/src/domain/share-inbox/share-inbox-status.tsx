import { useEffect, useState } from "react";
import { afterFirstScreen } from "#boot/first-screen";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import styles from "./share-inbox-status.module.css";

const ShareInboxNotice = lazyComponent(async () => (await import("./share-inbox-notice")).ShareInboxNotice, {
  afterMs: 0,
  Missing: () => null,
});

/** On every screen. Its code loads after the first one. */
export function ShareInboxStatus() {
  const [isTime, setTime] = useState(false);
  useEffect(
    () =>
      afterFirstScreen(() => {
        setTime(true);
        return () => undefined;
      }),
    [],
  );
  return <output className={styles["region"]}>{isTime && <ShareInboxNotice />}</output>;
}
