import { getRouteApi } from "@tanstack/react-router";
import { AccountPage } from "#features/account/account-page.tsx";
import { BackLink } from "#features/navigation/header/back-link.tsx";
import { FootBar } from "#features/navigation/foot-bar.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { accountWords } from "#words/screens/account";

const route = getRouteApi("/signed-in/account");

export function AccountScreen() {
  const { tab } = route.useSearch();
  return (
    <Screen title={accountWords.screen} back={<BackLink to="/dashboard">{accountWords.back}</BackLink>}>
      <AccountPage tab={tab} />
      <FootBar />
    </Screen>
  );
}
