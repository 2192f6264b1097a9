import { LineChart, type ChartLine, type ChartPoint } from "#domain/chart/line-chart.tsx";
import { LineSwatch } from "#domain/chart/line-swatch.tsx";
import { dashboardWords as words } from "#words/screens/dashboard";
import styles from "./series-chart.module.css";

export const SeriesChart = ({
  points,
  lines,
}: {
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
}) => (
  <div className={styles["chart"]}>
    <p className={styles["legend"]} aria-hidden="true">
      {lines.map(({ kind, name }) => (
        <span key={kind} className={styles["name"]}>
          <LineSwatch kind={kind} />
          {name}
        </span>
      ))}
    </p>
    <LineChart label={words.chart} points={points} lines={lines} isLastPartial />
  </div>
);
