import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useScreenTitle } from "#ui/feedback/use-screen-title";
import { AccountLink } from "./account-link";
import { wasDrawerOpenedOn } from "#features/navigation/drawer";
import { PreviewButton } from "./preview-button";
import styles from "./screen.module.css";
import { SyncState } from "./sync-state";

type ScreenProps = {
  title: string;
  isWide?: boolean;
  back?: ReactNode;
  children: ReactNode;
};

export function Screen({ title, isWide = false, back, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useScreenTitle(title);
  const { pathname } = useLocation();
  const begin = useEffectEvent(() => {
    if (!wasDrawerOpenedOn(pathname) || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  });
  // A new screen focuses its title, unless the owner is already in the navigation.
  useEffect(() => begin(), []);
  return (
    <main id="content" data-wide={isWide || undefined}>
      {back}
      <header className={styles["header"]}>
        <div className={styles["titles"]}>
          <h1 ref={heading} tabIndex={-1} className={styles["title"]}>
            {title}
          </h1>
          <SyncState />
        </div>
        <div className={styles["ways"]}>
          <PreviewButton />
          <AccountLink />
        </div>
      </header>
      {children}
    </main>
  );
}
