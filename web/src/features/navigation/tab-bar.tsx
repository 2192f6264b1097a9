import {
  type Icon,
  IconBooks,
  IconChartBar,
  IconPalette,
  IconPlus,
  IconUserCircle,
} from "@tabler/icons-react";
import { Link, useSearch } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NEW_ITEM, useOpenItem } from "#domain/items/open-item";
import { NEW_SHELF } from "#domain/shelves/shelf-dialog.tsx";
import { shelvesInOrder } from "#local-store/queries";
import { useLiveQueryFor } from "#local-store/use-live-query";
import { usePathname } from "#navigation/use-pathname";
import { useCloseOnBack } from "#ui/dialogs/close-on-back";
import { Modal } from "#ui/dialogs/modal.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { navigationWords, tabWords as words } from "#words/screens/navigation";
import { shelvesWords } from "#words/screens/shelves";
import { drawerAtom } from "./drawer";
import { NavigationBody, useHasSide } from "./side-navigation";
import styles from "./tab-bar.module.css";

const NavigationDrawer = lazyComponent(async () => (await import("./navigation-drawer")).NavigationDrawer, {
  Missing: MissingDrawer,
});

/**
 * For small screens. Its last tab opens the whole navigation as a drawer, and is the current one on screens
 * that have no tab. Outside the screens, so that it keeps its focus.
 */
export function TabBar() {
  const pathname = usePathname();
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
      {!hasSide && (
        <nav aria-label={words.label} className={styles["bar"]}>
          <Tab to="/shelves" name={words.shelves} TabIcon={IconBooks} />
          <Tab to="/dashboard" name={words.stats} TabIcon={IconChartBar} />
          <AddTab />
          <Tab to="/appearance" name={words.look} TabIcon={IconPalette} />
          <button
            ref={opener}
            type="button"
            className={styles["tab"]}
            aria-current={!WITH_TAB.test(pathname) || undefined}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setDrawer({ isOpen: true, on: pathname })}
          >
            <IconUserCircle aria-hidden="true" />
            {words.you}
          </button>
        </nav>
      )}
      {drawer !== null && (
        <NavigationDrawer isOpen={isOpen && !hasSide} onClose={close} onFocusLost={focusOpener}>
          <NavigationBody />
        </NavigationDrawer>
      )}
    </>
  );
}

const WITH_TAB = /^\/(shelves|dashboard|appearance)/;

type TabProps = { to: "/shelves" | "/dashboard" | "/appearance"; name: string; TabIcon: Icon };

const Tab = ({ to, name, TabIcon }: TabProps) => (
  <Link to={to} activeOptions={{ includeSearch: false }} className={styles["tab"]}>
    <TabIcon aria-hidden="true" />
    {name}
  </Link>
);

function AddTab() {
  const pathname = usePathname();
  const [inSight, setInSight] = useState<string>();
  const { isNewShelf, path, on, ...target } = useAddTarget(inSight, pathname);
  const look = () => setInSight((was) => shelfInSight() ?? was);
  const openItem = useOpenItem();
  return (
    <Link
      {...target}
      className={styles["add"]}
      aria-label={isNewShelf ? shelvesWords.new : words.add}
      onPointerDown={look}
      onKeyDown={look}
      {...(path === pathname && { resetScroll: false, onClick: (event) => openItem(event, NEW_ITEM, on) })}
    >
      <IconPlus aria-hidden="true" />
    </Link>
  );
}

const OF_SHELF = /^\/shelves\/([^/]+)/;

/** The shelf in the middle of the window. Undefined while a dialog that closes covers it. */
const shelfInSight = () =>
  document
    .elementFromPoint(innerWidth / 2, innerHeight / 2)
    ?.closest("article")
    ?.querySelector<HTMLElement>("[data-board]")?.dataset["board"];

/**
 * A new item's form: of the shelf in view, else of the first; without one, a new shelf's. `path`: the screen
 * that shows it.
 */
function useAddTarget(inSight: string | undefined, pathname: string) {
  // The router's parameters are the last screen's until the next one is loaded.
  const shelfId = OF_SHELF.exec(pathname)?.[1];
  const { shelf: filter, begin } = useSearch({ strict: false });
  const shelves = useLiveQueryFor("later", shelvesInOrder);
  if (shelves?.length === 0)
    return {
      isNewShelf: true,
      path: null,
      on: undefined,
      to: "/shelves",
      search: { shelf: NEW_SHELF },
    } as const;
  const inView = shelves?.some(({ id }) => id === shelfId) === false ? undefined : shelfId;
  const target = inView ?? shelves?.[0]?.id;
  // Also before the shelves are known: that screen waits for them.
  if (pathname === "/items" || target === undefined) {
    const search = { shelf: pathname === "/items" ? filter : undefined, item: NEW_ITEM };
    return { isNewShelf: false, path: "/items", on: undefined, to: "/items", search } as const;
  }
  if (pathname === "/shelves") {
    const on = shelves?.find(({ id }) => id === inSight)?.id ?? target;
    const search = { item: NEW_ITEM, on };
    return { isNewShelf: false, path: "/shelves", on, to: "/shelves", search } as const;
  }
  return {
    isNewShelf: false,
    path: `/shelves/${target}`,
    on: target,
    to: "/shelves/$shelfId",
    params: { shelfId: target },
    search: { item: NEW_ITEM, begin: inView && begin },
  } as const;
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
