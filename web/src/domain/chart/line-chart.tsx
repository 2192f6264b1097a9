/** A pointer, a finger or the arrow keys read one point; a table beside the chart is the caller's. */
import { type CSSProperties, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { chartWords as words } from "#words/chart";
import { compactCount, exactCount } from "#words/format/compact-count";
import { areaPath, countScale, labelledPoints, linePath, pointAt, xOf, yOf } from "./chart-scale";
import styles from "./line-chart.module.css";

export type ChartPoint = { name: string; label: string };
export type ChartLine = {
  kind: "views" | "clicks" | "visitors";
  name: string;
  values: readonly number[];
  before?: readonly number[] | undefined;
};

type LineChartProps = {
  /** For screen readers: "Views and clicks, last 30 days". */
  label: string;
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
  /** The last point is not over yet: its line is lighter. */
  isLastPartial?: boolean;
};

const TOP_PX = 10;
const END_PX = 7;
const AXIS_REM = 1.6;
const LABEL_REM = 4.875;
const DIGIT_REM = 0.5;
const LABELS_MAX = 8;
const TICK_PX = 4;
/** By the order of drawing: where lines meet, each mark is inside the one before. */
const MARKS_PX = [5.5, 3.5, 1.5];

export function LineChart({ label, points, lines, isLastPartial = false }: LineChartProps) {
  const [place, size] = useSize();
  const [at, setAt] = useState<number | null>(null);
  const { widthPx, heightPx, remPx } = size;
  const { top, steps } = countScale(
    Math.max(0, ...lines.flatMap(({ values, before = [] }) => [...values, ...before])),
  );
  const leftPx = remPx * (1 + DIGIT_REM * Math.max(...steps.map((step) => compactCount(step).length)));
  const plot = {
    widthPx: Math.max(widthPx - leftPx - END_PX, 0),
    heightPx: Math.max(heightPx - TOP_PX - remPx * AXIS_REM, 0),
    top,
  };
  const isRead = at !== null;
  useEffect(() => {
    if (!isRead) return undefined;
    const end = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setAt(null);
    };
    addEventListener("pointerdown", end);
    return () => removeEventListener("pointerdown", end);
  }, [isRead, place]);
  const count = points.length;
  const last = count - 1;
  const whole = isLastPartial && count > 1 ? last - 1 : last;
  const shown = at === null ? null : Math.min(at, last);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setAt(pointAt(event.clientX - left - leftPx, count, plot.widthPx));
  };
  const labelled = labelledPoints(count, {
    widthPx: plot.widthPx,
    labelPx: Math.max(remPx * LABEL_REM, plot.widthPx / LABELS_MAX),
  });
  return (
    <div
      ref={place}
      className={styles["chart"]}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== "touch") setAt(null);
      }}
    >
      <svg aria-hidden="true" className={styles["picture"]} width={widthPx} height={heightPx}>
        <g transform={`translate(${leftPx} ${TOP_PX})`}>
          {steps.map((step) => {
            const y = yOf(step, top, plot.heightPx);
            return (
              <g key={step} className={styles["step"]} data-zero={step === 0 || undefined}>
                <line x2={plot.widthPx} y1={y} y2={y} />
                <text x={-0.6 * remPx} y={y} dy="0.32em" textAnchor="end">
                  {compactCount(step)}
                </text>
              </g>
            );
          })}
          {labelled.map((nth) => {
            const x = xOf(nth, count, plot.widthPx);
            return (
              <g key={nth} className={styles["label"]}>
                <line x1={x} x2={x} y1={plot.heightPx} y2={plot.heightPx + TICK_PX} />
                <text x={x} y={plot.heightPx + 1.25 * remPx} textAnchor={anchorOf(nth, last)}>
                  {points[nth]?.label}
                </text>
              </g>
            );
          })}
          {shown !== null && (
            <line
              className={styles["cursor"]}
              x1={xOf(shown, count, plot.widthPx)}
              x2={xOf(shown, count, plot.widthPx)}
              y2={plot.heightPx}
            />
          )}
          {inDrawingOrder(lines).map(({ kind, values, before }, nth) => (
            <g key={kind} data-line={kind} className={styles["line"]}>
              {kind === lines[0]?.kind && <path className={styles["area"]} d={areaPath(values, plot)} />}
              {before && <path className={styles["before"]} d={linePath(upTo(before, count), plot)} />}
              {before && count === 1 && (
                <circle
                  className={styles["before"]}
                  r="3.5"
                  cx={xOf(0, count, plot.widthPx)}
                  cy={yOf(before[0] ?? 0, top, plot.heightPx)}
                />
              )}
              {nth > 0 && <path className={styles["gap"]} d={linePath(values, plot)} />}
              <path className={styles["now"]} d={linePath(values, plot, [0, whole])} />
              {whole < last && (
                <path className={styles["now"]} data-partial d={linePath(values, plot, [whole, last])} />
              )}
              <circle
                r={MARKS_PX[nth]}
                cx={xOf(shown ?? last, count, plot.widthPx)}
                cy={yOf(values[shown ?? last] ?? 0, top, plot.heightPx)}
              />
            </g>
          ))}
        </g>
      </svg>
      <input
        type="range"
        className={styles["keys"]}
        min={0}
        max={Math.max(last, 0)}
        value={shown ?? Math.max(last, 0)}
        aria-label={label}
        aria-valuetext={spoken(points[shown ?? last], lines, shown ?? last)}
        onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && setAt(shown ?? last)}
        onBlur={() => setAt(null)}
      />
      {shown !== null && (
        <Readout
          point={points[shown]}
          lines={lines}
          at={shown}
          xPx={leftPx + xOf(shown, count, plot.widthPx)}
          isRight={shown > last / 2}
          isPartial={isLastPartial && shown === last}
        />
      )}
    </div>
  );
}

const inDrawingOrder = (lines: readonly ChartLine[]) => [
  ...lines.slice(0, 1),
  ...lines.slice(1).toReversed(),
];

const anchorOf = (nth: number, last: number) =>
  last === 0 ? "middle" : nth === 0 ? "start" : nth === last ? "end" : "middle";

type ReadoutProps = {
  point: ChartPoint | undefined;
  lines: readonly ChartLine[];
  at: number;
  xPx: number;
  isRight: boolean;
  isPartial: boolean;
};

const Readout = ({ point, lines, at, xPx, isRight, isPartial }: ReadoutProps) => (
  <div
    className={styles["readout"]}
    aria-hidden="true"
    data-right={isRight || undefined}
    style={{ "--x": `${xPx}px` } as CSSProperties}
  >
    <p className={styles["day"]}>
      {point?.name}
      {isPartial && <span className={styles["soFar"]}> {words.soFar}</span>}
    </p>
    <dl className={styles["values"]}>
      {lines.map(({ kind, name, values, before }) => (
        <div key={kind} data-line={kind} className={styles["value"]}>
          <dt>{name}</dt>
          <dd>
            {exactCount(values[at] ?? 0)}
            {before && <span className={styles["was"]}> {words.before(exactCount(before[at] ?? 0))}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

const spoken = (point: ChartPoint | undefined, lines: readonly ChartLine[], at: number): string =>
  point === undefined
    ? ""
    : `${point.name}: ${lines
        .map(({ name, values, before }) => words.spoken(name, values[at] ?? 0, before?.[at]))
        .join(", ")}`;

const upTo = (values: readonly number[], count: number) =>
  Array.from({ length: count }, (_, at) => values[at] ?? 0);

function useSize() {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0, remPx: 16 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const next = { widthPx: element.clientWidth, heightPx: element.clientHeight, remPx };
      setSize((was) =>
        was.widthPx === next.widthPx && was.heightPx === next.heightPx && was.remPx === remPx ? was : next,
      );
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [place, size] as const;
}
