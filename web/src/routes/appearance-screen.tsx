import { getRouteApi } from "@tanstack/react-router";
import { AppearancePage } from "#features/appearance/appearance-page.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { appearanceWords } from "#words/screens/appearance";

const route = getRouteApi("/signed-in/appearance");

export function AppearanceScreen() {
  const { tab } = route.useSearch();
  return (
    <Screen title={appearanceWords.title} isWide>
      <AppearancePage tab={tab} />
    </Screen>
  );
}
