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
  IconPalette,
  IconSettings,
  IconUserCircle,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { navigationWords } from "#words/screens/navigation";
import { useTrayCount } from "#domain/tray/use-tray-count";
import { LogoutButton } from "./logout-button";
import styles from "./side-navigation.module.css";
import { countToLookAt, profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery, useLiveQueryFor } from "#local-store/use-live-query";
import { OwnAvatar } from "#domain/pictures/own-avatar.tsx";
import { usePreview } from "#features/navigation/header/use-preview";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";

const ThemeSwitch = lazyComponent(async () => (await import("./theme-switch")).ThemeSwitch, { afterMs: 0 });

export const SideNavigation = () =>
  useHasSide() && (
    <aside className={styles["side"]}>
      <NavigationBody />
    </aside>
  );

export const useHasSide = (): boolean =>
  useMediaQuery("(min-width: 62em)", undefined, { getInitialValueInEffect: false });

const PLACES = [
  { to: "/dashboard", name: navigationWords.dashboard, PlaceIcon: IconLayoutDashboard },
  { to: "/shelves", name: navigationWords.myShelv, PlaceIcon: IconBooks },
  { to: "/items", name: navigationWords.items, PlaceIcon: IconLink },
  { to: "/appearance", name: navigationWords.appearance, PlaceIcon: IconPalette },
  { to: "/profile", name: navigationWords.profile, PlaceIcon: IconUserCircle },
] as const satisfies { to: string; name: string; PlaceIcon: Icon }[];

export const NavigationBody = () => (
  <div className={styles["body"]}>
    <Brand />
    <nav aria-label={navigationWords.label} className={styles["links"]}>
      <div className={styles["places"]}>
        {PLACES.map(({ to, name, PlaceIcon }) => (
          <Link
            key={to}
            to={to}
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
      <div className={styles["theme"]}>
        <ThemeSwitch />
      </div>
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
