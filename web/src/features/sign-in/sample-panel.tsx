import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { EVERY_DAY, KITCHEN } from "#domain/sample-shelf/sample-objects";
import styles from "./sign-in-page.module.css";

/** Decoration for wide screens: two boards with a few objects. */
export const SamplePanel = () => (
  <div className={styles["panel"]} aria-hidden="true">
    {[EVERY_DAY.slice(0, 3), KITCHEN.slice(0, 3)].map((objects) => (
      <Board key={objects[0]?.id}>
        <Row className={styles["panelRow"]}>
          {objects.map((item) => (
            <Place key={item.id}>
              <span className="shelv-item">
                <ItemFace item={item} />
              </span>
            </Place>
          ))}
        </Row>
      </Board>
    ))}
  </div>
);
