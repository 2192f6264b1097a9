import type { RangeFigures, SeriesUnit } from "@shelv/contract/analytics";
import { changeInWords, percentOf } from "@shelv/contract/values/percent";
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from "@tabler/icons-react";
import { memo, useDeferredValue, useState } from "react";
import { ChartTable } from "#domain/chart/chart-table.tsx";
import { type ChartLine, type ChartPoint, LineChart } from "#domain/chart/line-chart.tsx";
import { LineSwatch } from "#domain/chart/line-swatch.tsx";
import { exactCount } from "#words/format/compact-count";
import { dayName, daySpan, longDayName, monthName } from "#words/format/day-name";
import { statsWords as words } from "#words/screens/stats";
import styles from "./chart-card.module.css";
import { rangeBefore } from "./day-range";

type Kind = ChartLine["kind"];
type Counts = RangeFigures["total"];
const KINDS = ["views", "visitors", "clicks"] as const satisfies Kind[];

type ChartCardProps = {
  figures: RangeFigures;
  isCompared: boolean;
  today: string;
  isOfItem: boolean;
};

export function ChartCard({ figures, isCompared, today, isOfItem }: ChartCardProps) {
  const { total, before } = figures;
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const { kinds, shown, points, lines, label } = chartOf({ figures, hidden, isCompared, isOfItem });
  // The lines come first.
  const tableFigures = useDeferredValue(figures);
  const toggle = (kind: Kind) => {
    const next = hidden.includes(kind) ? hidden.filter((other) => other !== kind) : [...hidden, kind];
    setHidden(kinds.every((other) => next.includes(other)) ? kinds.filter((other) => other !== kind) : next);
  };
  return (
    <section className={styles["card"]} aria-label={words.figures}>
      <div className={styles["tiles"]} data-single={isOfItem || undefined}>
        {kinds.map((kind) =>
          isOfItem ? (
            <div key={kind} className={styles["tile"]}>
              <Total name={words.lines[kind]} kind={kind} total={total[kind]} before={before?.[kind]} />
            </div>
          ) : (
            <button
              key={kind}
              type="button"
              className={styles["tile"]}
              aria-pressed={shown.includes(kind)}
              onClick={() => toggle(kind)}
            >
              <Total name={words.lines[kind]} kind={kind} total={total[kind]} before={before?.[kind]} />
            </button>
          ),
        )}
        {!isOfItem && (
          <div className={styles["tile"]}>
            <Rate total={total} before={before} />
          </div>
        )}
      </div>
      {isCompared && before && <Periods figures={figures} kind={shown[0] ?? "views"} today={today} />}
      <div className={styles["chart"]}>
        <LineChart label={label} points={points} lines={lines} isLastPartial={figures.to >= today} />
      </div>
      <Table figures={tableFigures} hidden={hidden} isCompared={isCompared} isOfItem={isOfItem} />
    </section>
  );
}

type PeriodsProps = Pick<ChartCardProps, "figures" | "today"> & { kind: Kind };

function Periods({ figures: { from, to }, kind, today }: PeriodsProps) {
  const earlier = rangeBefore({ from, to });
  return (
    <p className={styles["periods"]}>
      <span className={styles["period"]}>
        <LineSwatch kind={kind} />
        {daySpan(from, to, today)}
      </span>
      <span className={styles["period"]}>
        <LineSwatch kind={kind} isBefore />
        {words.periodBefore(daySpan(earlier.from, earlier.to, today))}
      </span>
    </p>
  );
}

type ChartOf = Pick<ChartCardProps, "figures" | "isCompared" | "isOfItem"> & { hidden: readonly Kind[] };

function chartOf({ figures: { series, seriesBefore, unit }, hidden, isCompared, isOfItem }: ChartOf) {
  const kinds: readonly Kind[] = isOfItem ? ["clicks"] : KINDS;
  const shown = kinds.filter((kind) => !hidden.includes(kind));
  return {
    kinds,
    shown,
    label: (isOfItem ? words.itemChart : words.chart)[unit],
    points: series.map(({ date }) => pointOf(date, unit)),
    lines: shown.map((kind): ChartLine => ({
      kind,
      name: words.lines[kind],
      values: series.map((counts) => counts[kind]),
      before: isCompared && seriesBefore ? seriesBefore.map((counts) => counts[kind]) : undefined,
    })),
  };
}

const Table = memo((of: ChartOf) => {
  const { label, points, lines } = chartOf(of);
  return <ChartTable caption={label} head={words.table[of.figures.unit]} points={points} lines={lines} />;
});

function pointOf(date: string, unit: SeriesUnit): ChartPoint {
  if (unit === "month") return { name: monthName(date), label: monthName(date) };
  const label = dayName(date);
  return { name: unit === "week" ? words.weekOf(longDayName(date)) : longDayName(date), label };
}

type TotalProps = { name: string; kind: Kind; total: number; before: number | undefined };

const Total = ({ name, kind, total, before }: TotalProps) => (
  <>
    <span className={styles["name"]}>
      <LineSwatch kind={kind} />
      {name}
    </span>
    <span className={styles["total"]}>{exactCount(total)}</span>
    {before !== undefined && <Change change={changeInWords(total, before)} />}
  </>
);

const Rate = ({ total, before }: { total: Counts; before: Counts | null }) => (
  <>
    <span className={styles["name"]}>{words.rate}</span>
    <span className={styles["total"]}>{percentOf(total.clicks, total.views)}</span>
    {before && <Change change={changeInWords(rateOf(total), rateOf(before))} />}
  </>
);

const rateOf = ({ views, clicks }: Counts): number => (views === 0 ? 0 : clicks / views);

const WAYS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus };

function Change({ change }: { change: string }) {
  const way = change.startsWith("-") ? "down" : change === "0%" ? "same" : "up";
  const Way = WAYS[way];
  return (
    <span className={styles["change"]} data-way={way}>
      <Way size={16} aria-hidden="true" />
      {change}
    </span>
  );
}
