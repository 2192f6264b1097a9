import "./drawer.css";
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useOpened } from "#ui/dialogs/use-opened";
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
