import { Board } from "@shelv/public-page/board.tsx";
import { shelvesWords } from "#words/screens/shelves";
import card from "./shelf-card.module.css";
import styles from "./shelf-skeletons.module.css";

export const ShelfSkeletons = () => (
  <output className={styles["list"]}>
    <span className="visually-hidden">{shelvesWords.loading}</span>
    <Skeleton />
    <Skeleton />
  </output>
);

const Skeleton = () => (
  <div className={card["card"]} aria-hidden="true">
    <div className={styles["header"]}>
      <span className={styles["bone"]} />
    </div>
    <Board>
      <div className="shelv-row" />
    </Board>
    <div className={styles["footer"]} />
  </div>
);
