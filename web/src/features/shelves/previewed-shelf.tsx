import { shelfScreenWords as words } from "#words/screens/shelves";
import { PageFrame } from "#domain/page-preview/page-frame.tsx";
import { useOwnPage } from "#domain/page-preview/use-own-page";
import styles from "./live-preview.module.css";

const PHONE_WIDTH_PX = 390;
const ITEMS_SHOWN = 60;

export function PreviewedShelf({ shelfId }: { shelfId: string }) {
  const page = useOwnPage({ shelfId, itemsOnEach: ITEMS_SHOWN });
  const shelf = page?.shelves[0];
  if (!page || !shelf) return null;
  return (
    <PageFrame
      page={page}
      title={words.previewTitle}
      isPicture
      deviceWidth={PHONE_WIDTH_PX}
      className={styles["frame"]}
    >
      {({ SingleShelf }) => <SingleShelf page={page} shelf={shelf} />}
    </PageFrame>
  );
}
