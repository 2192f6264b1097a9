import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/rows/shelf";
import { getRouteApi } from "@tanstack/react-router";
import { BEGIN } from "#domain/shelves/begin";
import { BackLink } from "#ui/buttons/back-link.tsx";
import { Screen } from "#features/navigation/header/screen.tsx";
import { ShelfEditor } from "#features/shelves/shelf-editor.tsx";
import { shelfById } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { shelfScreenWords } from "#words/screens/shelves";

const route = getRouteApi("/signed-in/shelves/$shelfId");

export function ShelfScreen() {
  const { shelfId } = route.useParams();
  const open = route.useSearch();
  const shelf = useLiveQuery(shelfById, shelfId);
  return (
    <Screen
      back={open.begin !== BEGIN.setup && <BackLink to="/shelves">{shelfScreenWords.back}</BackLink>}
      title={shelf?.name ?? shelfScreenWords.title}
      emoji={shelf ? shelf.emoji || SHELF_DEFAULT_EMOJI : undefined}
    >
      <ShelfEditor key={shelfId} shelfId={shelfId} open={open} />
    </Screen>
  );
}
