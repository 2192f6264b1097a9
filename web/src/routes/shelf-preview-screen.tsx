import { getRouteApi } from "@tanstack/react-router";
import { Screen } from "#features/navigation/header/screen.tsx";
import { ShelfPreview } from "#features/shelves/shelf-preview.tsx";
import { shelvesWords } from "#words/screens/shelves";

const route = getRouteApi("/signed-in/shelves/$shelfId/preview");

export function ShelfPreviewScreen() {
  const { shelfId } = route.useParams();
  return (
    <Screen title={shelvesWords.preview}>
      <ShelfPreview shelfId={shelfId} />
    </Screen>
  );
}
