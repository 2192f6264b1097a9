import { Button } from "@mantine/core";
import type { DayCounts, SummaryAnalytics } from "@shelv/contract/analytics";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { type CSSProperties, useEffect, useRef } from "react";
import {
  IconArrowDownRight,
  IconArrowUpRight,
  IconChartLine,
  IconMinus,
  IconShare3,
} from "@tabler/icons-react";
import { NewShelfButton } from "#domain/shelves/new-shelf-button.tsx";
import {
  chartStats,
  cursorHere,
  isStale,
  type KnownFigures,
  knownFigures,
  refreshFigures,
  STALE_AFTER_MS,
} from "#domain/stats/figures";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { useShelfMenu } from "#domain/shelves/shelf-buttons.tsx";
import { ShelfListDialogs } from "#domain/shelves/shelf-list-dialogs.tsx";
import { useShelfActions } from "#domain/shelves/use-shelf-actions";
import { itemCounts, rowMarks, shelvesInOrder } from "#local-store/queries";
import { useNow } from "#platform/react/use-now";
import { useLiveQuery } from "#local-store/use-live-query";
import { useSyncStatus } from "#session/use-sync-status";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { pageLinkWords } from "#words/links/page-link";
import { dashboardWords as words } from "#words/screens/dashboard";
import { dayName, longDayName } from "#words/format/day-name";
import { relativeTime } from "#words/format/relative-time";
import { ChartTable } from "#domain/chart/chart-table.tsx";
import styles from "./dashboard-page.module.css";
import { Headline } from "./headline";
import { NextSteps } from "./next-steps";
import { PopularItems, RecentActivity } from "./panels";
import { ShelfFigures } from "./shelf-figures";
import { useOwner } from "#session/owner-context.tsx";
import { firstScreen } from "#boot/first-screen";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { shelvesWords } from "#words/screens/shelves";

const SeriesChart = lazyComponent(async () => (await import("./series-chart")).SeriesChart, { afterMs: 0 });
const MINUTE_MS = 60_000;

export function DashboardPage({ openShelf }: { openShelf: string | undefined }) {
  const figures = useFigures();
  const chart = useLiveQuery(chartStats);
  const shelves = useLiveQuery(shelvesInOrder);
  const { isKnown } = useSyncStatus();
  const now = useNow(MINUTE_MS);
  if (!shelves || !isKnown || figures === undefined || chart === undefined) return null;
  const stats = chart.known?.figures;
  const views = figures?.summary.views.total ?? 0;
  const isNew = figures !== null && views + figures.summary.clicks.total === 0;
  return (
    <div className={styles["screen"]}>
      {figures && stats && !isNew && <Headline figures={figures} stats={stats} now={now} />}
      {isNew && shelves.length > 0 && <NextSteps />}
      {!isNew && (
        <section aria-label={words.statsLabel}>
          <Age figures={figures} now={now} />
          <StatCards summary={figures?.summary} series={stats?.series} />
        </section>
      )}
      <YourShelves shelves={shelves} figures={figures} openShelf={openShelf} isNew={isNew} />
      {!isNew && (shelves.length > 0 || views > 0) && <Chart series={stats?.series} />}
      <div className={styles["two"]}>
        {!isNew && (
          <section className={styles["panel"]} aria-labelledby="popular-heading">
            <div className={styles["top"]}>
              <h2 id="popular-heading" className={styles["heading"]}>
                {words.popular}
              </h2>
              <p className={styles["period"]}>{words.allTime}</p>
            </div>
            <PopularItems items={figures?.popularItems} />
          </section>
        )}
        <section className={styles["panel"]} aria-labelledby="activity-heading">
          <h2 id="activity-heading" className={styles["heading"]}>
            {words.activity}
          </h2>
          <RecentActivity activities={figures?.activities} now={now} />
        </section>
      </div>
    </div>
  );
}

/** The line's place is reserved, so that a refresh moves nothing. */
function Age({ figures, now }: { figures: KnownFigures | null; now: number }) {
  const { online, signedOut, wrongUser } = useSyncStatus();
  if (figures === null && !online) return <p className={styles["age"]}>{words.noFigures}</p>;
  if (figures === null && (signedOut || wrongUser))
    return <p className={styles["age"]}>{words.noFiguresSignedOut}</p>;
  const isOld = figures && (!online || now - figures.at >= STALE_AFTER_MS);
  const said = [
    ...(isOld ? [words.asOf(relativeTime(figures.at, now))] : []),
    ...(figures?.isBlocked ? [words.blocked] : []),
  ];
  return (
    <p className={styles["age"]}>
      <span>{words.allTime}</span>
      <span>{said.join(" · ")}</span>
    </p>
  );
}

type YourShelvesProps = {
  shelves: readonly ShelfRow[];
  figures: KnownFigures | null;
  openShelf: string | undefined;
  isNew: boolean;
};

function YourShelves({ shelves, figures, openShelf, isNew }: YourShelvesProps) {
  const marks = useLiveQuery(rowMarks);
  const counts = useLiveQuery(itemCounts);
  const { deletion, ask, cancel } = useConfirmDelete<ShelfRow>();
  const { openMenu, menu } = useShelfMenu(ask);
  const { moveShelf } = useShelfActions();
  return (
    <section aria-labelledby="shelves-heading">
      <div className={styles["top"]}>
        <h2 id="shelves-heading" className={styles["heading"]}>
          {words.shelves}
        </h2>
        {shelves.length > 0 && <NewShelfButton />}
      </div>
      {shelves.length === 0 && <FirstShelf />}
      {shelves.length > 0 && (
        <ShelfFigures
          shelves={shelves}
          counts={counts}
          figures={figures?.shelves}
          hasVisits={!isNew}
          marks={marks}
          onMove={(id, place) => moveShelf(shelves, id, place)}
          onDelete={ask}
          onMenu={openMenu}
        />
      )}
      {menu}
      <ShelfListDialogs
        openShelf={openShelf}
        deletion={deletion}
        opensFirstShelf={shelves.length === 0}
        onClose={cancel}
      />
    </section>
  );
}

function Chart({ series }: { series: readonly DayCounts[] | undefined }) {
  const isEmpty = series?.every(({ views, clicks }) => views + clicks === 0);
  const points = series?.map(({ date }) => ({ name: longDayName(date), label: dayName(date) }));
  const lines = series && [
    { kind: "views" as const, name: words.views, values: series.map(({ views }) => views) },
    { kind: "clicks" as const, name: words.clicks, values: series.map(({ clicks }) => clicks) },
  ];
  return (
    <section className={styles["panel"]} aria-labelledby="chart-heading">
      <div className={styles["top"]}>
        <h2 id="chart-heading" className={styles["heading"]}>
          {words.chart}
        </h2>
        <LinkButton to="/dashboard/stats" variant="light" leftSection={<IconChartLine size={18} />}>
          {words.allStats}
        </LinkButton>
      </div>
      <div className={styles["chart"]}>
        {isEmpty ? (
          <div className={styles["unknown"]}>
            <p>{words.noVisits}</p>
            <Button
              variant="default"
              leftSection={<IconShare3 size={18} />}
              onClick={() => openShareSheet("share")}
            >
              {pageLinkWords.share}
            </Button>
          </div>
        ) : points && lines ? (
          <SeriesChart points={points} lines={lines} />
        ) : (
          <p className={styles["unknown"]}>{words.unknown}</p>
        )}
      </div>
      {!isEmpty && points && lines && (
        <ChartTable caption={words.chartTable} head={words.day} points={points} lines={lines} />
      )}
    </section>
  );
}

const CHECK_EVERY_MS = 60_000;
const SETTLED_AFTER_MS = 1000;

function useFigures(): KnownFigures | null | undefined {
  const { readStore, call } = useOwner();
  const cursor = useLiveQuery(cursorHere);
  const hasChecked = useRef(false);
  useEffect(() => {
    if (cursor === undefined) return undefined;
    const refresh = async () => {
      if (document.hidden || !navigator.onLine) return;
      await firstScreen;
      const [known, chart] = [await readStore(knownFigures), await readStore(chartStats)];
      if (!isStale(known, Date.now(), cursor, chart.known?.at)) return;
      await refreshFigures({ readStore, call }, cursor);
    };
    const check = () => void refresh().catch(() => undefined);
    const first = setTimeout(check, hasChecked.current ? SETTLED_AFTER_MS : 0);
    hasChecked.current = true;
    const timer = setInterval(check, CHECK_EVERY_MS);
    addEventListener("online", check);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener("online", check);
      document.removeEventListener("visibilitychange", check);
    };
  }, [readStore, call, cursor]);
  return useLiveQuery(knownFigures);
}

const FirstShelf = () => (
  <EmptyShelf title={shelvesWords.emptyTitle} text={shelvesWords.emptyText}>
    <NewShelfButton />
    <span className={styles["ways"]}>
      <LinkButton to="/onboarding/$step" params={{ step: "goal-selection" }} variant="subtle">
        {words.setup}
      </LinkButton>
      <LinkButton to="/appearance" variant="subtle">
        {words.theme}
      </LinkButton>
    </span>
  </EmptyShelf>
);

const NONE: SummaryAnalytics = {
  views: { total: 0, change: "0%" },
  clicks: { total: 0, change: "0%" },
  ctr: { total: "0%", change: "0%" },
};

type StatCardsProps = {
  summary: SummaryAnalytics | undefined;
  series: readonly DayCounts[] | undefined;
};

const StatCards = ({ summary, series }: StatCardsProps) => {
  const { views, clicks, ctr } = summary ?? NONE;
  const isKnown = summary !== undefined;
  const shown = (total: number | string) => (isKnown ? total.toLocaleString("en-US") : words.unknown);
  const changeFrom = (change: string, before: (day: DayCounts) => number) => {
    if (!isKnown) return null;
    const hadNothing = series?.slice(-2 * WEEK_DAYS, -WEEK_DAYS).every((day) => before(day) === 0);
    return hadNothing ? null : change;
  };
  return (
    <dl className={styles["cards"]}>
      <Stat
        name={words.stats.views}
        total={shown(views.total)}
        change={changeFrom(views.change, (day) => day.views)}
      />
      <Stat
        name={words.stats.clicks}
        total={shown(clicks.total)}
        change={changeFrom(clicks.change, (day) => day.clicks)}
      />
      <Stat
        name={words.stats.ctr}
        total={shown(ctr.total)}
        change={changeFrom(ctr.change, (day) => day.clicks)}
      />
    </dl>
  );
};

const WEEK_DAYS = 7;

const Stat = ({ name, total, change }: { name: string; total: string; change: string | null }) => (
  <div className={styles["card"]}>
    <dt className={styles["name"]}>{name}</dt>
    <dd className={styles["total"]} style={{ "--signs": total.length } as CSSProperties}>
      {total}
    </dd>
    {change !== null && (
      <dd className={styles["change"]}>
        <Change change={change} />
      </dd>
    )}
  </div>
);

const Change = ({ change }: { change: string }) => {
  const way = change.startsWith("-") ? "down" : change === "0%" ? "same" : "up";
  const Way = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus }[way];
  return (
    <>
      <span className={styles["by"]} data-way={way}>
        <Way size={16} aria-hidden="true" />
        {change}
      </span>{" "}
      {words.fromLastWeek}
    </>
  );
};
