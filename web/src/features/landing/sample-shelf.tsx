import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { landingWords, sampleWords } from "#words/landing";
import styles from "./sample-shelf.module.css";

/** A picture of the product, drawn with the product itself: nothing on it leads anywhere. */
export const SampleShelf = () => (
  <section aria-label={landingWords.sampleTitle} className={styles["sample"]}>
    {sampleWords.shelves.map((shelf) => (
      <figure key={shelf.id} className={styles["figure"]}>
        <figcaption className={styles["name"]}><span aria-hidden="true">{shelf.emoji}</span> {shelf.name}</figcaption>
        <Board>
          <Row className={styles["row"]}>
            {shelf.items.map((item) => (
              <Place key={item.id}><span className="shelv-item"><ItemFace item={{ ...item, picture: null }} /></span></Place>
            ))}
          </Row>
        </Board>
      </figure>
    ))}
  </section>
);
