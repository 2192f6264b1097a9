import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import type { DayCounts } from "@shelv/contract/analytics";
import { useEffect, useMemo, useRef, useState } from "react";
import UPlot from "uplot";
import { dashboardWords as words } from "#words/dashboard";
import { type ChartData, chartData, countScale } from "./chart-data";
import { dayName } from "./day-name";
import styles from "./series-chart.module.css";

const HEIGHT_PX = 216;

/** Views and clicks by the day. Its figures stand in a table beside it, so a screen reader skips it. */
export function SeriesChart({ series }: { series: readonly DayCounts[] }) {
  const data = useMemo(() => chartData(series), [series]);
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [pointed, setPointed] = useState<number | null>(null);
  const day = pointed === null ? undefined : series[pointed];
  return (
    <div className={styles["chart"]} aria-hidden="true">
      <p className={styles["legend"]}>
        <span className={styles["views"]}>{words.views}{day && ` ${day.views}`}</span>
        <span className={styles["clicks"]}>{words.clicks}{day && ` ${day.clicks}`}</span>
        <span className={styles["day"]}>{day && dayName(Date.parse(day.date))}</span>
      </p>
      <Plot key={theme} data={data} onPoint={setPointed} />
    </div>
  );
}

/** Drawn anew when its figures or its colours change: a canvas knows no style sheet. */
function Plot({ data, onPoint }: { data: ChartData; onPoint: (index: number | null) => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const plot = new UPlot(optionsFor(element, onPoint), data, element);
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      plot.destroy();
    };
  }, [data, onPoint]);
  return <div ref={place} className={styles["plot"]} />;
}

function optionsFor(element: HTMLElement, onPoint: (index: number | null) => void): UPlot.Options {
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const axis = { stroke: color("--shelv-ink-soft"), font: "12px Inter, system-ui", ticks: { show: false } };
  const points = { show: false };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    // Days are UTC days everywhere.
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    scales: { y: { range: countScale } },
    axes: [
      { ...axis, grid: { show: false }, space: 64, values: (_, splits) => splits.map((seconds) => dayName(seconds * 1000)) },
      { ...axis, size: 40, grid: { stroke: color("--line"), width: 1 }, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000] },
    ],
    series: [
      {},
      { label: words.views, stroke: color("--accent"), width: 2.5, fill: `color-mix(in srgb, ${color("--accent")} 12%, transparent)`, points },
      { label: words.clicks, stroke: color("--good"), width: 2.5, dash: [6, 4], points },
    ],
  };
}
