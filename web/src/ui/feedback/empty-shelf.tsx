import { Board } from "@shelv/public-page/board.tsx";
import type { ReactNode } from "react";
import styles from "./empty-shelf.module.css";

export const EmptyShelf = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: ReactNode;
}) => (
  <section className={styles["empty"]}>
    <div className={styles["board"]} aria-hidden="true">
      <Board>
        <div className="shelv-row" />
      </Board>
    </div>
    <h2 className={styles["title"]}>{title}</h2>
    <p className={styles["text"]}>{text}</p>
    {children && <div className={styles["action"]}>{children}</div>}
  </section>
);
