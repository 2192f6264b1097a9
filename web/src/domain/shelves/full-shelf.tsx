import { PLANS } from "@shelv/contract/rows/plan";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { SHELF_DEFAULT_EMOJI, type ShelfRow } from "@shelv/contract/rows/shelf";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { planLinkWords, planWords, priceWords } from "#words/screens/plans";
import styles from "./full-shelf.module.css";

const OFFERED = "pro";

export function FullShelf({ shelves }: { shelves: readonly ShelfRow[] }) {
  const { price, period } = priceWords(OFFERED);
  return (
    <>
      <div className={styles["wall"]} aria-hidden="true">
        <div className={styles["board"]}>
          <Board>
            <Row className={styles["row"]}>
              {shelves.map(({ id, name, emoji }) => (
                <Place key={id}>
                  <span className="shelv-item">
                    <ItemFace
                      item={{
                        id,
                        title: name,
                        emoji: emoji || SHELF_DEFAULT_EMOJI,
                        picture: null,
                        price: "",
                      }}
                    />
                  </span>
                </Place>
              ))}
            </Row>
          </Board>
        </div>
        <span className={styles["next"]}>
          <IconPlus size={24} />
        </span>
      </div>
      <p>{planLinkWords.shelvesFull}</p>
      <p className={styles["plan"]}>
        <span>
          <b className={styles["name"]}>{PLANS[OFFERED].name}</b>
          <span className={styles["feature"]}>
            <IconCheck size={18} stroke={2.5} aria-hidden="true" />
            {planWords[OFFERED].features[1]}
          </span>
        </span>
        <span className={styles["price"]}>
          <b className={styles["name"]}>{price}</b>
          {period}
        </span>
      </p>
    </>
  );
}
