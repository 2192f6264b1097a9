import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { DayCounts } from "@shelv/contract/analytics";
import { useEffect, useMemo, useRef, useState } from "react";
import UPlot from "uplot";
import { dashboardWords as words } from "#words/screens/dashboard";
import { type ChartData, chartData, COUNT_STEPS, countScale, namedDays } from "./chart-data";
import { dayName } from "./day-name";
import styles from "./series-chart.module.css";

/** Fills the height that dashboard-page.module.css reserves, with the legend. */
const HEIGHT_PX = 222;

export function SeriesChart({ series }: { series: readonly DayCounts[] }) {
  const data = useMemo(() => chartData(series), [series]);
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const isForced = useMediaQuery("(forced-colors: active)", undefined, { getInitialValueInEffect: false });
  const [pointed, setPointed] = useState<number | null>(null);
  const day = pointed === null ? undefined : series[pointed];
  return (
    <div className={styles["chart"]} aria-hidden="true">
      <p className={styles["legend"]}>
        <span className={styles["views"]}>
          {words.views}
          {day && ` ${day.views}`}
        </span>
        <span className={styles["clicks"]}>
          {words.clicks}
          {day && ` ${day.clicks}`}
        </span>
        <span className={styles["day"]}>{day && dayName(Date.parse(day.date))}</span>
      </p>
      <Plot key={`${theme} ${isForced}`} data={data} onPoint={setPointed} />
    </div>
  );
}

/** Redrawn on changes of figures or colours: a canvas has no style sheet. */
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

/** In px, for the axis labels. */
const roomFor = (figures: readonly string[]) => 16 + 7 * Math.max(3, ...figures.map(({ length }) => length));

function optionsFor(element: HTMLElement, onPoint: (index: number | null) => void): UPlot.Options {
  const { color: letters, borderTopColor: lines } = getComputedStyle(element);
  const colorOf = (name: "views" | "clicks") =>
    getComputedStyle(element.parentElement?.querySelector(`.${styles[name]}`) ?? element, "::before")
      .borderTopColor;
  const axis = { stroke: letters, font: "12px Shelv Inter, system-ui", ticks: { show: false } };
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
    // Half of the last label.
    padding: [8, 20, 0, 0],
    axes: [
      {
        ...axis,
        size: 24,
        grid: { show: false },
        splits: ({ bbox, data: [days] }) => namedDays(days, bbox.width / devicePixelRatio),
        values: (_, splits) => splits.map((seconds) => dayName(seconds * 1000)),
      },
      {
        ...axis,
        size: (_, texts) => roomFor(texts ?? []),
        grid: { stroke: lines, width: 1 },
        incrs: COUNT_STEPS,
      },
    ],
    series: [
      {},
      {
        label: words.views,
        stroke: colorOf("views"),
        width: 2.5,
        fill: `color-mix(in srgb, ${colorOf("views")} 12%, transparent)`,
        points,
      },
      { label: words.clicks, stroke: colorOf("clicks"), width: 2.5, dash: [6, 4], points },
    ],
  };
}
