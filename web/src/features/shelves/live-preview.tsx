import { useMediaQuery } from "@mantine/hooks";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { shelfScreenWords as words } from "#words/shelves";
import styles from "./live-preview.module.css";

/** Draws as a public page does, which the bench itself need not wait for. */
const PreviewedShelf = lazyComponent(async () => (await import("./previewed-shelf")).PreviewedShelf, {
  afterMs: 0,
});

/** The shelf in the page's own look, beside what changes it: where there is room, and only there is it drawn. */
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
