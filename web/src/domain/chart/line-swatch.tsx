import type { ChartLine } from "./line-chart";
import styles from "./line-chart.module.css";

type LineSwatchProps = Pick<ChartLine, "kind"> & {
  isBefore?: boolean;
};

export const LineSwatch = ({ kind, isBefore = false }: LineSwatchProps) => (
  <svg className={styles["swatch"]} width="24" height="8" aria-hidden="true">
    <g className={styles["line"]} data-line={kind}>
      <path className={styles[isBefore ? "before" : "now"]} d="M2 4H22" />
    </g>
  </svg>
);
