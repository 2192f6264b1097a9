import { IconPencil } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { Screen } from "#features/navigation/header/screen.tsx";
import { shelfScreenWords as words, shelvesWords } from "#words/screens/shelves";
import { PageFrame } from "#domain/page-preview/page-frame.tsx";
import { useOwnPage } from "#domain/page-preview/use-own-page";
import { MissingShelf } from "#features/shelves/missing-shelf.tsx";
import { BackLink } from "#ui/buttons/back-link.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import styles from "#features/shelves/shelf-preview.module.css";
import { ShelfPager } from "#features/shelves/shelf-pager.tsx";
import { ShelfSkeletons } from "#features/shelves/shelf-skeletons.tsx";

const route = getRouteApi("/signed-in/shelves/$shelfId/preview");

export function ShelfPreviewScreen() {
  const { shelfId } = route.useParams();
  return (
    <Screen title={shelvesWords.preview} back={<BackLink to="/shelves">{words.back}</BackLink>}>
      <ShelfPreview shelfId={shelfId} />
    </Screen>
  );
}

function ShelfPreview({ shelfId }: { shelfId: string }) {
  const page = useOwnPage({ shelfId });
  const shelf = page?.shelves[0];
  if (page === undefined) return <ShelfSkeletons />;
  if (shelf === undefined) return <MissingShelf shelfId={shelfId} />;
  return (
    <>
      <div className={styles["ways"]}>
        <LinkButton
          to="/shelves/$shelfId"
          params={{ shelfId }}
          variant="default"
          leftSection={<IconPencil size={18} />}
        >
          {words.edit}
        </LinkButton>
      </div>
      <PageFrame page={page} title={words.previewTitle} isHung className={styles["frame"]}>
        {({ SingleShelf }) => <SingleShelf page={page} shelf={shelf} />}
      </PageFrame>
      <ShelfPager shelfId={shelfId} />
    </>
  );
}
