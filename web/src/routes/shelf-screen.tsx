import { getRouteApi } from "@tanstack/react-router";
import { Screen } from "#features/navigation/header/screen.tsx";
import { ShelfEditor } from "#features/shelves/shelf-editor.tsx";
import { shelfScreenWords } from "#words/screens/shelves";

const route = getRouteApi("/signed-in/shelves/$shelfId");

export function ShelfScreen() {
  const { shelfId } = route.useParams();
  const open = route.useSearch();
  return (
    <Screen title={shelfScreenWords.title}>
      <ShelfEditor key={shelfId} shelfId={shelfId} open={open} />
    </Screen>
  );
}
