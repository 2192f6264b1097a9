import type { PageData } from "@shelv/public-page/page-data";
import { Shelf, type ShelfProps } from "@shelv/public-page/shelf.tsx";
import { memo } from "react";
import { appearanceWords as words } from "#words/screens/appearance";
import { PageFrame } from "#domain/page-preview/page-frame.tsx";
import styles from "./appearance-form.module.css";

const PHONE_WIDTH_PX = 390;

const BOARD = ".shelv-board";

/** A look changes only the style sheet: a slider does not render the shelves again. */
const MemoShelf = memo(Shelf);
const renderShelf = (props: ShelfProps) => <MemoShelf {...props} />;

type PreviewedPageProps = {
  page: PageData;
  showsBoard: boolean;
};

export function PreviewedPage({ page, showsBoard }: PreviewedPageProps) {
  return (
    <PageFrame
      page={page}
      title={words.previewTitle}
      isPicture
      deviceWidth={PHONE_WIDTH_PX}
      scrollTo={showsBoard ? BOARD : null}
      className={styles["frame"]}
    >
      {({ PublicPage }) => <PublicPage page={page} renderShelf={renderShelf} />}
    </PageFrame>
  );
}
