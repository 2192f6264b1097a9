import { PageFrame } from "#domain/page-preview/page-frame.tsx";
import { useOwnPage } from "#domain/page-preview/use-own-page";
import { shelfScreenWords as words } from "#words/screens/shelves";
import styles from "./first-thing.module.css";

const WHOLE_PAGE = { shelves: 3 };

export function PageWithoutItems() {
  const page = useOwnPage(WHOLE_PAGE);
  if (!page) return null;
  return (
    <PageFrame page={page} title={words.firstPage} isPicture fitsContent className={styles["frame"]}>
      {({ PublicPage }) => <PublicPage page={page} />}
    </PageFrame>
  );
}
