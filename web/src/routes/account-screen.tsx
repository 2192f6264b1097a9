import { getRouteApi } from "@tanstack/react-router";
import { IconLayoutDashboard } from "@tabler/icons-react";
import { AccountPage } from "#features/account/account-page.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { accountWords } from "#words/screens/account";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { navigationWords } from "#words/screens/navigation";
import styles from "#features/account/shortcuts.module.css";
import { PreviewButton } from "#features/navigation/header/preview-button.tsx";

const route = getRouteApi("/signed-in/account");

export function AccountScreen() {
  const { tab } = route.useSearch();
  return (
    <Screen title={accountWords.screen}>
      <AccountPage tab={tab} />
      <Shortcuts />
    </Screen>
  );
}

/** On small screens, which have no side navigation. */
const Shortcuts = () => (
  <nav className={styles["shortcuts"]} aria-label={navigationWords.quickWays}>
    <PreviewButton />
    <LinkButton to="/dashboard" variant="default" leftSection={<IconLayoutDashboard size={18} />}>
      {navigationWords.dashboard}
    </LinkButton>
  </nav>
);
