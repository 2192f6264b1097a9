import type { PageData } from "@shelv/public-page/page-data";
import { PublicPage } from "@shelv/public-page/page.tsx";
import { Shelf, type ShelfProps } from "@shelv/public-page/shelf.tsx";
import { memo } from "react";
import { appearanceWords as words } from "#words/screens/appearance";
import { PageFrame } from "#domain/page-preview/page-frame.tsx";
import styles from "./appearance-form.module.css";

const PHONE_WIDTH_PX = 390;

/** A look changes only the style sheet, so a slider does not render the shelves again. */
const MemoShelf = memo(Shelf);
const renderShelf = (props: ShelfProps) => <MemoShelf {...props} />;

export function PreviewedPage({ page }: { page: PageData }) {
  return (
    <PageFrame
      page={page}
      title={words.previewTitle}
      isPicture
      deviceWidth={PHONE_WIDTH_PX}
      className={styles["frame"]}
    >
      <PublicPage page={page} renderShelf={renderShelf} />
    </PageFrame>
  );
}
