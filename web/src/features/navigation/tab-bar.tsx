import { PRODUCT } from "@shelv/contract/product";
import { IconMenu2 } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useCloseOnBack } from "#ui/dialogs/close-on-back";
import { Modal } from "#ui/dialogs/modal.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { navigationWords } from "#words/screens/navigation";
import { drawerAtom } from "./drawer";
import { Brand, NavigationBody, useHasSide } from "./side-navigation";
import styles from "./side-navigation.module.css";

const NavigationDrawer = lazyComponent(async () => (await import("./navigation-drawer")).NavigationDrawer, {
  Missing: MissingDrawer,
});

/**
 * The button that opens the navigation as a drawer, on small screens at the start of the screen's header. It
 * is outside the screens, which come and go, so it keeps its focus. Until a screen is there, the brand is
 * beside it.
 */
export function MenuBar() {
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useAtom(drawerAtom);
  const isOpen = drawer !== null && drawer.isOpen && drawer.on === pathname;
  const opener = useRef<HTMLButtonElement>(null);
  const focusOpener = () => opener.current?.focus({ preventScroll: true });
  const close = () => {
    setDrawer((was) => was && { ...was, isOpen: false });
    focusOpener();
  };
  useEffect(
    () => setDrawer((was) => (was === null || was.on === pathname ? was : { isOpen: false, on: "" })),
    [pathname, setDrawer],
  );
  const hasSide = useHasSide();
  useEffect(() => {
    if (hasSide) setDrawer((was) => was && { ...was, isOpen: false });
  }, [hasSide, setDrawer]);

  useCloseOnBack(isOpen && !hasSide, close);

  return (
    <>
      <nav aria-label={PRODUCT} className={styles["bar"]}>
        <IconButton
          ref={opener}
          aria-label={navigationWords.open}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setDrawer({ isOpen: true, on: pathname })}
        >
          <IconMenu2 />
        </IconButton>
        <Brand />
      </nav>
      {drawer !== null && (
        <NavigationDrawer isOpen={isOpen && !hasSide} onClose={close} onFocusLost={focusOpener}>
          <NavigationBody />
        </NavigationDrawer>
      )}
    </>
  );
}

function MissingDrawer({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal isOpen={isOpen} title={navigationWords.label} onClose={onClose}>
      {children}
    </Modal>
  );
}
