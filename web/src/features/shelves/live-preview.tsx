import { useMediaQuery } from "@mantine/hooks";
import { SingleShelf } from "@shelv/public-page/page.tsx";
import { shelfScreenWords as words } from "#words/shelves";
import { PageFrame } from "#workbench/page-frame.tsx";
import { useOwnPage } from "#workbench/use-own-page";
import styles from "./live-preview.module.css";

const PHONE_WIDTH_PX = 390;
/** As many as anyone scrolls through in a preview. */
const ITEMS_SHOWN = 60;

/** The shelf in the page's own look, beside what changes it: where there is room, and only there is it drawn. */
export function LivePreview({ shelfId }: { shelfId: string }) {
  const hasRoom = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  return hasRoom ? <Preview shelfId={shelfId} /> : null;
}

function Preview({ shelfId }: { shelfId: string }) {
  const page = useOwnPage(shelfId);
  const shelf = page?.shelves[0];
  return (
    <section className={styles["preview"]} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={styles["heading"]}>{words.livePreview}</h2>
      <div className={styles["place"]}>
        {page && shelf && (
          <PageFrame page={page} title={words.previewTitle} isPicture deviceWidth={PHONE_WIDTH_PX} className={styles["frame"]}>
            <SingleShelf page={page} shelf={{ ...shelf, items: shelf.items.slice(0, ITEMS_SHOWN) }} />
          </PageFrame>
        )}
      </div>
    </section>
  );
}
