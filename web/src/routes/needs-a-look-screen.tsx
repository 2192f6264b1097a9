import { getRouteApi } from "@tanstack/react-router";
import { Screen } from "#features/navigation/header/screen.tsx";
import { NeedsALook } from "#features/needs-a-look/needs-a-look.tsx";
import { needsLookWords } from "#words/links/needs-a-look";

const route = getRouteApi("/signed-in/items/needs-a-look");

export function NeedsALookScreen() {
  const { item } = route.useSearch();
  return (
    <Screen title={needsLookWords.title}>
      <NeedsALook itemId={item} />
    </Screen>
  );
}
