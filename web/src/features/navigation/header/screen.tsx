import { Button } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import {
  type Icon,
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDatabaseX,
  IconDeviceMobileCheck,
  IconLogin2,
  IconRefresh,
  IconShare3,
} from "@tabler/icons-react";
import { useScreenTitle } from "#platform/react/use-screen-title";
import { wasDrawerOpenedOn } from "#features/navigation/drawer";
import { PreviewButton } from "./preview-button";
import styles from "./screen.module.css";
import { profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { navigationWords } from "#words/screens/navigation";
import { OwnAvatar } from "#domain/pictures/own-avatar.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { syncPhase, type SyncPhase } from "#sync/sync-status";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { updateApp } from "#domain/pwa/update-app";
import { pageLinkWords } from "#words/links/page-link";
import { syncText } from "./sync-text";

type ScreenProps = {
  title: string;
  /** Before a title that is the owner's text. */
  emoji?: string | undefined;
  back?: ReactNode;
  children: ReactNode;
};

export function Screen({ title, emoji, back, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useScreenTitle(title);
  // A new screen focuses its title, unless the owner is already in the navigation.
  useEffect(() => {
    if (!wasDrawerOpenedOn(location.pathname) || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="content">
      <header className={styles["header"]}>
        {back}
        <div className={styles["titles"]}>
          <h1
            ref={heading}
            tabIndex={-1}
            className={styles["title"]}
            {...(emoji !== undefined && { title, dir: "auto", "data-own": true })}
          >
            {emoji !== undefined && <span aria-hidden="true">{emoji} </span>}
            {title}
          </h1>
          <SyncState />
        </div>
        {WAYS}
      </header>
      {children}
    </main>
  );
}

const ShareButton = () => (
  <Button
    variant="light"
    className={styles["button"] ?? ""}
    leftSection={<IconShare3 size={18} />}
    aria-haspopup="dialog"
    onClick={() => openShareSheet("share")}
  >
    <span className={styles["buttonText"]}>{pageLinkWords.open}</span>
  </Button>
);

function AccountLink() {
  const { account } = useOwner();
  const profile = useLiveQuery(profileOf);
  return (
    <Link to="/account" className={styles["link"]}>
      <span className="visually-hidden">{navigationWords.account}</span>
      <OwnAvatar
        name={profile?.displayName || account.username}
        picture={profile?.picture ?? null}
        sidePx={36}
      />
    </Link>
  );
}

/** A constant: not rendered again with the screen. */
const WAYS = (
  <div className={styles["ways"]}>
    <ShareButton />
    <PreviewButton />
    <AccountLink />
  </div>
);

const ICONS: Record<SyncPhase, Icon> = {
  "saved-everywhere": IconCloudCheck,
  saving: IconCloudUp,
  "saved-here": IconDeviceMobileCheck,
  offline: IconCloudOff,
  rejected: IconAlertTriangle,
  foreign: IconCloudOff,
  "sign-in": IconLogin2,
  outdated: IconRefresh,
  trouble: IconDatabaseX,
};

const ACTED_ON = new Set<SyncPhase>(["rejected", "sign-in", "outdated"]);

/** `SyncAnnouncer` reads it aloud. */
function SyncState() {
  const status = useSyncStatus();
  const { href } = useLocation();
  const phase = syncPhase(status);
  const PhaseIcon = ICONS[phase];
  const text = (
    <>
      <PhaseIcon size={18} aria-hidden="true" />
      <span>{syncText(status)}</span>
    </>
  );
  if (!status.isKnown)
    return (
      <p className={styles["state"]} aria-hidden="true">
        <span className={styles["text"]} data-unknown>
          {text}
        </span>
      </p>
    );
  return (
    <p className={styles["state"]} data-phase={phase}>
      {phase === "rejected" && (
        <Link to="/unsaved" className={styles["text"]}>
          {text}
        </Link>
      )}
      {phase === "sign-in" && (
        <Link to="/login" search={{ next: href }} className={styles["text"]}>
          {text}
        </Link>
      )}
      {phase === "outdated" && (
        <button type="button" className={styles["text"]} onClick={() => void updateApp()}>
          {text}
        </button>
      )}
      {!ACTED_ON.has(phase) && <span className={styles["text"]}>{text}</span>}
    </p>
  );
}
