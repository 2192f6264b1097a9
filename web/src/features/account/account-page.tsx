import "#ui/theme/tabs.css";
import { Tabs } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  type Icon,
  IconBooks,
  IconChevronRight,
  IconExternalLink,
  IconLayoutDashboard,
  IconLink,
  IconWorld,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { accountWords } from "#words/screens/account";
import styles from "./account-page.module.css";
import { ProfileTab } from "./profile-tab";
import { SettingsTab } from "./settings-tab";
import { profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { announce, showError } from "#ui/feedback/toast";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { errorWords } from "#words/errors";
import { photoWords } from "#words/photo";
import { PhotoField } from "#domain/pictures/photo-field.tsx";
import { useProfilePicture } from "#domain/pictures/use-profile-picture";
import { useAccountNow } from "./use-account-now";
import { planSentence } from "./plan-sentence";

const words = accountWords.tabs;
/** Its small pictures compute the owner's colours. */
const StyleTab = lazyComponent(async () => (await import("./style-tab")).StyleTab, { afterMs: 0 });
const TABS = { profile: ProfileTab, style: StyleTab, settings: SettingsTab, links: LinksTab };
type TabName = keyof typeof TABS;

const SHOWN_HERE = new Set(["profile", "appearance", "settings"]);

export function AccountPage({ tab }: { tab: string | undefined }) {
  const navigate = useNavigate({ from: "/account" });
  const names = Object.keys(TABS) as TabName[];
  return (
    <div className={styles["account"]}>
      <AccountPhoto />
      <OverwrittenNotices isShown={({ row }) => row !== undefined && SHOWN_HERE.has(row.id)} />
      <Tabs
        value={names.find((name) => name === tab) ?? "profile"}
        onChange={(name) =>
          void navigate({ search: { tab: name ?? undefined }, replace: true, resetScroll: false })
        }
        keepMounted
        // A form in a suspended tree could not report that it is dirty.
        keepMountedMode="display-none"
      >
        <Tabs.List grow aria-label={words.label} className={styles["tabs"] ?? ""}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const Tab = TABS[name];
          return (
            <Tabs.Panel key={name} value={name} className={styles["panel"] ?? ""}>
              <Tab />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </div>
  );
}

function AccountPhoto() {
  const owner = useOwner();
  const profile = useLiveQuery(profileOf);
  const known = useAccountNow();
  const setPicture = async (picture: string | null) => {
    await owner.mutate({
      name: "profile.update",
      args: { patch: { picture }, was: { picture: profile?.picture ?? null } },
    });
    announce(picture === null ? photoWords.removed : photoWords.updated);
  };
  const photo = useProfilePicture(setPicture);
  const remove = () =>
    setPicture(null).catch((error: unknown) => showError(errorWords(error), photoWords.removeFailed));
  const name = profile?.displayName || owner.account.username;
  return (
    <section className={styles["who"]} aria-label={photoWords.label}>
      <PhotoField
        name={name}
        picture={profile?.picture ?? null}
        isBusy={photo.isBusy}
        onFile={(file) => void photo.take(file)}
        onRemove={() => void remove()}
      >
        <p className={styles["name"]} dir="auto">
          {name}
        </p>
        <p className={styles["soft"]}>@{owner.account.username}</p>
        {known ? (
          <Link to="/account" search={{ tab: "settings" }} className={styles["plan"]}>
            {planSentence(known.account, known.now)}
          </Link>
        ) : (
          <span className={styles["plan"]} />
        )}
      </PhotoField>
    </section>
  );
}

const linkWords = accountWords.links;

function LinksTab() {
  const { username } = useOwner().account;
  return (
    <ul role="list" className={styles["links"]}>
      {PLACES.map(({ to, name, PlaceIcon }) => (
        <li key={to}>
          <Link to={to} className={styles["link"]}>
            <LinkRow name={linkWords[name]} hint={linkWords.hints[name]} PlaceIcon={PlaceIcon} />
            <IconChevronRight size={20} aria-hidden="true" />
          </Link>
        </li>
      ))}
      <li>
        <a href={`/${username}`} target="_blank" rel="noopener" className={styles["link"]}>
          <LinkRow name={linkWords.page} hint={`${location.host}/${username}`} PlaceIcon={IconWorld}>
            <span className="visually-hidden"> ({linkWords.newTab})</span>
          </LinkRow>
          <IconExternalLink size={20} aria-hidden="true" />
        </a>
      </li>
    </ul>
  );
}

const PLACES = [
  { to: "/shelves", name: "shelves", PlaceIcon: IconBooks },
  { to: "/items", name: "items", PlaceIcon: IconLink },
  { to: "/dashboard", name: "dashboard", PlaceIcon: IconLayoutDashboard },
] as const;

type LinkRowProps = { name: string; hint: string; PlaceIcon: Icon; children?: ReactNode };

const LinkRow = ({ name, hint, PlaceIcon, children }: LinkRowProps) => (
  <>
    <span className="icon-tile" aria-hidden="true">
      <PlaceIcon size={22} />
    </span>
    <span className={styles["where"]}>
      <b>
        {name}
        {children}
      </b>{" "}
      <span className={styles["soft"]}>{hint}</span>
    </span>
  </>
);
