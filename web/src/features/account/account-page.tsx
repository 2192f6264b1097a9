import "#ui/tabs.css";
import { Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { OverwrittenNotices } from "#workbench/overwritten-notices.tsx";
import { accountWords } from "#words/account";
import styles from "./account-page.module.css";
import { AccountPhoto } from "./account-photo";
import { LinksTab } from "./links-tab";
import { ProfileTab } from "./profile-tab";
import { SettingsTab } from "./settings-tab";
import { StyleTab } from "./style-tab";

const words = accountWords.tabs;
const TABS = { profile: ProfileTab, style: StyleTab, settings: SettingsTab, links: LinksTab };
type TabName = keyof typeof TABS;

/** What the overwritten values of this screen belong to. */
const SHOWN_HERE = new Set(["profile", "appearance", "settings"]);

/** `tab` is what the address says; anything unknown is the first. What is typed in one tab stays while another is looked at. */
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
        // Asleep a form could not say that it is dirty.
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
