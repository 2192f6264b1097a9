import { statsWords as words } from "#words/screens/stats";
import styles from "./panel.module.css";

export const ROWS_SHOWN = 8;

type MoreRowsProps = { count: number; isWhole: boolean; onToggle: (isWhole: boolean) => void };

export const MoreRows = ({ count, isWhole, onToggle }: MoreRowsProps) =>
  count > ROWS_SHOWN && (
    <button
      type="button"
      className={`plain-button ${styles["more"]}`}
      aria-expanded={isWhole}
      onClick={() => onToggle(!isWhole)}
    >
      {isWhole ? words.fewer : words.more(count)}
    </button>
  );
