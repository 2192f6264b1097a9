import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { sampleWords } from "#words/landing";
import styles from "./sign-in-page.module.css";

const ON_A_SHELF = 3;

/** Decoration for wide screens: two boards with a few things on them. */
export function SamplePanel() {
  const items = sampleWords.shelves.flatMap((shelf) => shelf.items);
  const boards = [items.slice(0, ON_A_SHELF), items.slice(ON_A_SHELF, 2 * ON_A_SHELF)];
  return (
    <div className={styles["panel"]} aria-hidden="true">
      {boards.map((things) => (
        <Board key={things[0]?.id}>
          <Row className={styles["panelRow"]}>
            {things.map((item) => (
              <Place key={item.id}><span className="shelv-item"><ItemFace item={{ ...item, picture: null }} /></span></Place>
            ))}
          </Row>
        </Board>
      ))}
    </div>
  );
}
