import { getRouteApi } from "@tanstack/react-router";
import { ItemsPage } from "#features/items/items-page.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { itemsScreenWords } from "#words/screens/items";

const route = getRouteApi("/signed-in/items");

export function ItemsScreen() {
  const { shelf, item } = route.useSearch();
  return (
    <Screen title={itemsScreenWords.title}>
      <ItemsPage shelfId={shelf} itemId={item} />
    </Screen>
  );
}
