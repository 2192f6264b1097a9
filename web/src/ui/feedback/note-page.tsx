import { Board } from "@shelv/public-page/board.tsx";
import type { ReactNode } from "react";
import styles from "./note-page.module.css";
import { useScreenTitle } from "#platform/react/use-screen-title";

export function NotePage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  useScreenTitle(title);
  return (
    <main className={styles["page"]}>
      <h1 className={styles["title"]}>{title}</h1>
      <p className={styles["text"]}>{text}</p>
      <div className={styles["actions"]}>{children}</div>
      <div className={styles["shelf"]} aria-hidden="true">
        <Board>
          <div className="shelv-row" />
        </Board>
      </div>
    </main>
  );
}
