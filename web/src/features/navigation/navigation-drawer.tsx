import { Drawer } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import "./drawer.css";
import { navigationWords } from "#words/screens/navigation";
import styles from "./side-navigation.module.css";

type NavigationDrawerProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The drawer left the screen with the focus inside it. */
  onFocusLost: () => void;
  children: ReactNode;
};

/**
 * Closes on any navigation, even to the same screen. `onClose` returns the focus at once: later it would take
 * it from a form's question. Mantine may focus the first link after a quick close.
 */
export function NavigationDrawer({ isOpen, onClose, onFocusLost, children }: NavigationDrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Drawer.Root
      opened={useOpened(isOpen)}
      onClose={onClose}
      onExitTransitionEnd={() => {
        const { activeElement } = document;
        if (activeElement === document.body || content.current?.contains(activeElement)) onFocusLost();
      }}
      position="right"
      size={300}
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content
        ref={content}
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
}

/** False in the first render: a Mantine dialog that is open then never records where to return the focus. */
function useOpened(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- it has to be closed once
  useLayoutEffect(() => setThere(true), []);
  return isOpen && isThere;
}
