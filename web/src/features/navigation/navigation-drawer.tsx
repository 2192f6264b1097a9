import { Drawer } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useState } from "react";
import "./drawer.css";
import { navigationWords } from "#words/screens/navigation";
import styles from "./side-navigation.module.css";

type NavigationDrawerProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/**
 * Closes on any navigation, even to the same screen. `onClose` returns the focus at once: later it would take
 * it from the question of a form with typed text.
 */
export const NavigationDrawer = ({ isOpen, onClose, children }: NavigationDrawerProps) => (
  <Drawer.Root opened={useOpened(isOpen)} onClose={onClose} size={300} returnFocus={false}>
    <Drawer.Overlay />
    <Drawer.Content
      aria-label={navigationWords.label}
      onClick={({ target }) => target instanceof Element && target.closest("a") && onClose()}
    >
      <div className={styles["drawer"]}>
        <Drawer.CloseButton
          size={44}
          iconSize={20}
          className={styles["close"] ?? ""}
          aria-label={navigationWords.close}
        />
        {children}
      </div>
    </Drawer.Content>
  </Drawer.Root>
);

/**
 * `isOpen`, but false in the first render: a Mantine dialog that is open then never records where to return
 * the focus.
 */
function useOpened(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- it has to be closed once
  useLayoutEffect(() => setThere(true), []);
  return isOpen && isThere;
}
