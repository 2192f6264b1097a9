import { SingleShelf } from "@shelv/public-page/page.tsx";
import { shelfScreenWords as words } from "#words/shelves";
import { PageFrame } from "#workbench/page-frame.tsx";
import { useOwnPage } from "#workbench/use-own-page";
import styles from "./live-preview.module.css";

const PHONE_WIDTH_PX = 390;
/** As many as anyone scrolls through in a preview. */
const ITEMS_SHOWN = 60;

export function PreviewedShelf({ shelfId }: { shelfId: string }) {
  const page = useOwnPage(shelfId);
  const shelf = page?.shelves[0];
  if (!page || !shelf) return null;
  return (
    <PageFrame page={page} title={words.previewTitle} isPicture deviceWidth={PHONE_WIDTH_PX} className={styles["frame"]}>
      <SingleShelf page={page} shelf={{ ...shelf, items: shelf.items.slice(0, ITEMS_SHOWN) }} />
    </PageFrame>
  );
}
