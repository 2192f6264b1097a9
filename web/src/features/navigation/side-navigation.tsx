import { useMediaQuery } from "@mantine/hooks";
import { PRODUCT } from "@shelv/contract/product";
import {
  type Icon,
  IconAlertTriangle,
  IconBooks,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  IconLinkOff,
  IconMenu2,
  IconPalette,
  IconSettings,
  IconUserCircle,
} from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { Modal } from "#ui/dialogs/modal.tsx";
import { useCloseOnBack } from "#ui/dialogs/close-on-back";
import { navigationWords, themeWords } from "#words/screens/navigation";
import { useTrayCount } from "#domain/tray/use-tray-count";
import { drawerAtom } from "./drawer";
import { LogoutButton } from "./logout-button";
import styles from "./side-navigation.module.css";
import { countToLookAt, profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";
import { OwnAvatar } from "#domain/pictures/own-avatar.tsx";
import { usePreview } from "#features/navigation/header/use-preview";
import { isThemeChoice, type ThemeChoice } from "#ui/theme/theme-choice";

const NavigationDrawer = lazyComponent(async () => (await import("./navigation-drawer")).NavigationDrawer, {
  Missing: MissingDrawer,
});

/** In step with side-navigation.module.css. */
const SIDE = "(min-width: 62em)";

/** On small screens a bar opens it as a drawer. */
export function SideNavigation() {
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
  // A phone renders no hidden navigation.
  const hasSide = useMediaQuery(SIDE, undefined, { getInitialValueInEffect: false });
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
      {hasSide && (
        <aside className={styles["side"]}>
          <NavigationBody />
        </aside>
      )}
      {drawer !== null && (
        <NavigationDrawer isOpen={isOpen && !hasSide} onClose={close} onFocusLost={focusOpener}>
          <NavigationBody />
        </NavigationDrawer>
      )}
    </>
  );
}

const PLACES = [
  { to: "/dashboard", name: navigationWords.dashboard, PlaceIcon: IconLayoutDashboard },
  { to: "/shelves", name: navigationWords.myShelv, PlaceIcon: IconBooks },
  { to: "/items", name: navigationWords.items, PlaceIcon: IconLink },
  { to: "/appearance", name: navigationWords.appearance, PlaceIcon: IconPalette },
  { to: "/profile", name: navigationWords.profile, PlaceIcon: IconUserCircle },
] as const satisfies { to: string; name: string; PlaceIcon: Icon }[];

const NavigationBody = () => (
  <div className={styles["body"]}>
    <Brand />
    <nav aria-label={navigationWords.label} className={styles["links"]}>
      <div className={styles["places"]}>
        {PLACES.map(({ to, name, PlaceIcon }) => (
          <Link
            key={to}
            to={to}
            // A screen of its own is below it.
            activeOptions={{ exact: to === "/items", includeSearch: false }}
            className={styles["link"]}
          >
            <PlaceIcon size={22} aria-hidden="true" />
            {name}
          </Link>
        ))}
        <NeedsLookLink />
        <UnsavedLink />
      </div>
      <Link to="/account" className={styles["link"]}>
        <IconSettings size={22} aria-hidden="true" />
        {navigationWords.account}
      </Link>
      <LogoutButton />
    </nav>
    <div className={styles["foot"]}>
      <ThemeSwitch />
      <ProfileBlock />
    </div>
  </div>
);

/** A browser rasterises an SVG on the main thread. */
const Brand = () => (
  <Link to="/shelves" className={styles["brand"]}>
    <img src="/icons/shelv-192.png" alt="" width={32} height={32} />
    {PRODUCT}
  </Link>
);

/** Only while a link is gone or sold out. */
function NeedsLookLink() {
  const count = useLiveQueryFor("later", countToLookAt) ?? 0;
  if (count === 0) return null;
  return (
    <Link to="/items/needs-a-look" className={styles["link"]}>
      <IconLinkOff size={22} aria-hidden="true" />
      {navigationWords.needsLook}
      <span className={styles["count"]}>{count}</span>
    </Link>
  );
}

/** Only while something is there. */
function UnsavedLink() {
  const { count, isRejected, name } = useTrayCount();
  if (count === 0) return null;
  const UnsavedIcon = isRejected ? IconAlertTriangle : IconInbox;
  return (
    <Link to="/unsaved" className={styles["link"]}>
      <UnsavedIcon size={22} aria-hidden="true" />
      {name}
      <span className={styles["count"]} data-rejected={isRejected || undefined}>
        {count}
      </span>
    </Link>
  );
}

/** Shows the links if the drawer did not load. */
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

function ProfileBlock() {
  const { account } = useOwner();
  const profile = useLiveQuery(profileOf);
  const { href, isSending, onClick } = usePreview();
  const name = profile?.displayName || account.username || navigationWords.user;
  return (
    <a href={href} aria-busy={isSending} className={styles["block"]} onClick={onClick}>
      <span className="visually-hidden">{navigationWords.viewPage}</span>
      <OwnAvatar name={name} picture={profile?.picture ?? null} sidePx={42} />
      <span className={styles["names"]}>
        <span className={styles["name"]}>{name}</span>
        <span className={styles["username"]}>@{account.username}</span>
      </span>
    </a>
  );
}

const CHOICES: { value: ThemeChoice; label: string }[] = [
  { value: "light", label: themeWords.light },
  { value: "dark", label: themeWords.dark },
  { value: "system", label: themeWords.system },
];

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      data={CHOICES}
      aria-label={themeWords.label}
      value={colorScheme === "auto" ? "system" : colorScheme}
      onChange={(choice) => {
        if (isThemeChoice(choice)) setColorScheme(choice === "system" ? "auto" : choice);
      }}
    />
  );
}
