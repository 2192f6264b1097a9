import type { ChartLine } from "./line-chart";
import styles from "./line-chart.module.css";

/** A piece of the line, for a legend. */
export const LineSwatch = ({ kind }: Pick<ChartLine, "kind">) => (
  <svg className={styles["swatch"]} width="24" height="8" aria-hidden="true">
    <g className={styles["line"]} data-line={kind}>
      <path className={styles["now"]} d="M2 4H22" />
    </g>
  </svg>
);
