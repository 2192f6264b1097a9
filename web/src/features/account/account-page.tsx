import "#ui/theme/tabs.css";
import { Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { accountWords } from "#words/screens/account";
import styles from "./account-page.module.css";
import { LinkLine, Lines, NewTabLine } from "./lines";
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
      </PhotoField>
    </section>
  );
}

const linkWords = accountWords.links;

function LinksTab() {
  const { username } = useOwner().account;
  return (
    <Lines>
      <LinkLine to="/shelves" heading={linkWords.shelves} text={linkWords.hints.shelves} />
      <LinkLine to="/items" heading={linkWords.items} text={linkWords.hints.items} />
      <LinkLine to="/dashboard" heading={linkWords.dashboard} text={linkWords.hints.dashboard} />
      <NewTabLine
        href={`/${username}`}
        heading={linkWords.page}
        text={
          <>
            {location.host}/<wbr />
            {username}
          </>
        }
      />
    </Lines>
  );
}
