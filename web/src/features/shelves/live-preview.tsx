import { useMediaQuery } from "@mantine/hooks";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { shelfScreenWords as words } from "#words/screens/shelves";
import styles from "./live-preview.module.css";

const PreviewedShelf = lazyComponent(async () => (await import("./previewed-shelf")).PreviewedShelf, {
  afterMs: 0,
});

/** Only if there is room beside the editor. */
export function LivePreview({ shelfId }: { shelfId: string }) {
  const hasRoom = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  if (!hasRoom) return null;
  return (
    <section className={styles["preview"]} aria-labelledby="preview-heading">
      <h2 id="preview-heading" className={styles["heading"]}>
        {words.livePreview}
      </h2>
      <div className={styles["place"]}>
        <PreviewedShelf shelfId={shelfId} />
      </div>
    </section>
  );
}
