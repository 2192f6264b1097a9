import { getRouteApi } from "@tanstack/react-router";
import { Screen } from "#features/navigation/header/screen.tsx";
import { MyShelv } from "#features/shelves/my-shelv.tsx";
import { shelvesWords } from "#words/screens/shelves";

const route = getRouteApi("/signed-in/shelves");

export function ShelvesScreen() {
  const open = route.useSearch();
  return (
    <Screen title={shelvesWords.title}>
      <MyShelv open={open} />
    </Screen>
  );
}
