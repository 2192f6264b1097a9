import { getRouteApi } from "@tanstack/react-router";
import { Screen } from "#features/navigation/header/screen.tsx";
import { SharePage } from "#features/share/share-page.tsx";
import { shareWords } from "#words/screens/share";

const route = getRouteApi("/signed-in/share");

export function ShareScreen() {
  const { missed } = route.useSearch();
  return (
    <Screen title={shareWords.title}>
      <SharePage isMissed={missed !== undefined} />
    </Screen>
  );
}
