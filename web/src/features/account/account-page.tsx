import "#ui/theme/tabs.css";
import { Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import { accountWords } from "#words/screens/account";
import styles from "./account-page.module.css";
import { AccountPhoto } from "./account-photo";
import { LinksTab } from "./links-tab";
import { ProfileTab } from "./profile-tab";
import { SettingsTab } from "./settings-tab";
import { StyleTab } from "./style-tab";

const words = accountWords.tabs;
const TABS = { profile: ProfileTab, style: StyleTab, settings: SettingsTab, links: LinksTab };
type TabName = keyof typeof TABS;

const SHOWN_HERE = new Set(["profile", "appearance", "settings"]);

/** An unknown `tab` is the first one. Text typed in one tab survives a look at another. */
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
