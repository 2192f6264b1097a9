import { Button } from "@mantine/core";
import type { RangeFigures } from "@shelv/contract/analytics";
import type { PlanLimits } from "@shelv/contract/rows/plan";
import { IconArrowsDiff, IconCheck, IconX } from "@tabler/icons-react";
import { memo, useDeferredValue, useEffect, useMemo, useOptimistic } from "react";
import { wrongClockMs } from "#api/server-clock";
import { isPlanRefusal } from "#domain/account/plans-link.tsx";
import { STALE_AFTER_MS } from "#domain/stats/figures";
import { useNow } from "#platform/react/use-now";
import { useOwner } from "#session/owner-context.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { useIsPhone } from "#ui/dialogs/use-is-phone";
import { daySpan } from "#words/format/day-name";
import { relativeTime } from "#words/format/relative-time";
import { filterName, statsWords as words } from "#words/screens/stats";
import { BreakdownPanel } from "./panels/breakdown-panel";
import { ChartCard } from "./chart-card";
import { dayAt, dayBeginsAt, rangeBefore } from "./day-range";
import { ExportButton } from "./export-button";
import { ItemHead } from "./item-head";
import { LockedPanels } from "./panels/locked-panels";
import { ItemGone, Locked, NotHere, NoVisits } from "./no-figures";
import { RangePicker } from "./range-picker";
import { ResetButton } from "./reset-button";
import { ShowFirst, StatsLink, useShowStats } from "./stats-link";
import {
  searchCompared,
  searchWithFilter,
  type StatsFilter,
  type StatsSearch,
  useSameSearch,
  viewOf,
  withoutEmptyBefore,
} from "./stats-view";
import { TopItems } from "./panels/top-items";
import {
  fetchPresetsAhead,
  isBeyondPlan,
  type ShownStats,
  usePlanLimits,
  usePresetsInMemory,
  useStats,
} from "./use-stats";
import { WhatChanged } from "./panels/what-changed";
import styles from "./stats-page.module.css";

const MINUTE_MS = 60_000;

type StatsPageProps = {
  search: StatsSearch;
  itemId?: string;
};

export function StatsPage({ search: ofAddress, itemId }: StatsPageProps) {
  const [chosen, showFirst] = useOptimistic(ofAddress);
  const search = useSameSearch(chosen);
  return (
    <ShowFirst value={showFirst}>
      <ChosenStats search={search} itemId={itemId} />
    </ShowFirst>
  );
}

function ChosenStats({ search, itemId }: Place) {
  const now = useNow(MINUTE_MS);
  const today = dayAt(now - (wrongClockMs() ?? 0));
  const limits = usePlanLimits(now);
  const view = useMemo(() => viewOf(search, today), [search, today]);
  const filter = limits?.hasDimensions ? view.filter : null;
  const asked = { ...view, filter, itemId };
  const isLocked = limits !== undefined && isBeyondPlan(asked, limits, today);
  const shown = useStats(asked, limits, !isLocked);
  usePresetsInMemory(asked, today);
  usePresetsAhead(itemId === undefined && Boolean(shown.known), today, limits);
  const isPhone = useIsPhone();
  const figures = useMemo(() => shown.known && withoutEmptyBefore(shown.known.figures), [shown.known]);
  if (!limits || (shown.known === undefined && !isLocked)) return null;
  const { known, problem } = shown;
  const lockedBy = isLocked
    ? "range-needs-pro"
    : problem && isPlanRefusal(problem.code)
      ? problem.code
      : null;
  const place = { itemId, search };
  const isItemGone = problem?.code === "not-found" || problem?.code === "item-not-found";
  if (isItemGone && !known) return <ItemGone />;
  const isEmptyHere = figures ? isEmpty(figures) : false;
  const exports = itemId === undefined && known && !isLocked && (!isEmptyHere || filter !== null) && (
    <ExportButton range={view.range} reach={shown.refresh} />
  );
  return (
    <div className={styles["screen"]}>
      {itemId !== undefined && <ItemHead itemId={itemId} />}
      <div className={styles["controls"]}>
        <RangePicker view={view} today={today} maxDays={limits.analyticsDays} {...place} />
        <div className={styles["actions"]}>
          {figures?.before && !isEmptyHere && <CompareButton isCompared={view.isCompared} {...place} />}
          {itemId !== undefined && (
            <ResetButton itemId={itemId} viewKey={shown.key} refresh={shown.refresh} />
          )}
          {!isPhone && exports}
        </div>
      </div>
      {filter && <Chip filter={filter} {...place} />}
      {lockedBy !== null ? (
        <Locked code={lockedBy} {...place} />
      ) : figures ? (
        <div
          className={styles["figures"]}
          aria-busy={shown.isOlderView}
          data-older={shown.isOlderView || undefined}
        >
          <Age shown={shown} isCompared={figures.before !== null} now={now} today={today} />
          <Figures
            figures={figures}
            isCompared={view.isCompared && figures.before !== null}
            filter={filter}
            today={today}
            hasDimensions={limits.hasDimensions}
            {...place}
          />
        </div>
      ) : (
        <NotHere shown={shown} />
      )}
      {isPhone && exports}
      {known && !isEmptyHere && <Note today={today} />}
    </div>
  );
}

type Place = { itemId: string | undefined; search: StatsSearch };

type FiguresProps = Place & {
  figures: RangeFigures;
  isCompared: boolean;
  filter: StatsFilter | null;
  today: string;
  hasDimensions: boolean;
};

/** The totals and lines first: the panels follow in a render of their own, and are faded until then. */
const Figures = memo((props: FiguresProps) => {
  const late = useDeferredValue(props);
  const { figures, isCompared, filter, today, hasDimensions, ...place } = props;
  if (isEmpty(figures)) return <NoVisits filter={filter} hasDimensions={hasDimensions} {...place} />;
  const isLate = late.figures !== figures;
  return (
    <>
      <ChartCard
        figures={figures}
        isCompared={isCompared}
        today={today}
        isOfItem={place.itemId !== undefined}
      />
      <div className={styles["figures"]} aria-busy={isLate} data-older={isLate || undefined}>
        <Panels {...late} />
      </div>
    </>
  );
});

const Panels = memo(({ figures, isCompared, filter, today, itemId, search }: FiguresProps) => {
  const { breakdowns, changes, items } = figures;
  const place = { itemId, search };
  const panels = { breakdowns: breakdowns ?? {}, filter, ...place };
  const topItems = itemId === undefined && <TopItems items={items} search={search} isCompared={isCompared} />;
  const campaigns = (
    <BreakdownPanel
      title={words.panels.campaigns}
      dimensions={["utm_campaign", "utm_source", "utm_medium"]}
      {...panels}
    />
  );
  return (
    <>
      {changes !== null && changes.length > 0 && (
        <WhatChanged changes={changes} filter={filter} today={today} {...place} />
      )}
      {breakdowns ? (
        <div className={styles["panels"]}>
          <div className={styles["stack"]}>
            <BreakdownPanel title={words.panels.sources} dimensions={["referrer"]} {...panels} />
            <BreakdownPanel title={words.panels.countries} dimensions={["country"]} {...panels} />
            {topItems && campaigns}
          </div>
          <div className={styles["stack"]}>
            {topItems}
            <BreakdownPanel title={words.panels.devices} dimensions={["device", "browser"]} {...panels} />
            {!topItems && campaigns}
          </div>
        </div>
      ) : (
        <>
          {topItems}
          <LockedPanels />
        </>
      )}
    </>
  );
});

const isEmpty = ({ total, before }: RangeFigures): boolean =>
  [total, before].every((counts) => counts === null || counts.views + counts.clicks + counts.visitors === 0);

function CompareButton({ isCompared, itemId, search }: Place & { isCompared: boolean }) {
  const showStats = useShowStats(itemId);
  return (
    <Button
      variant={isCompared ? "light" : "default"}
      leftSection={isCompared ? <IconCheck size={18} /> : <IconArrowsDiff size={18} />}
      aria-pressed={isCompared}
      aria-label={words.compareLabel}
      onClick={() => showStats(searchCompared(search, !isCompared))}
    >
      {words.compare}
    </Button>
  );
}

const Chip = ({ filter, itemId, search }: Place & { filter: StatsFilter }) => {
  const name = filterName(filter.by, filter.value);
  return (
    <p className={styles["filter"]}>
      {words.filters}{" "}
      <StatsLink
        itemId={itemId}
        search={searchWithFilter(search, null)}
        className={styles["chip"]}
        aria-label={words.unfilter(name)}
      >
        <bdi>{name}</bdi>
        <IconX size={16} aria-hidden="true" />
      </StatsLink>
    </p>
  );
};

type AgeProps = { shown: ShownStats; isCompared: boolean; now: number; today: string };

function Age({ shown: { known, isOlderView }, isCompared, now, today }: AgeProps) {
  const { online } = useSyncStatus();
  if (!known) return null;
  const { from, to, resetAt } = known.figures;
  const earlier = rangeBefore({ from, to });
  const days = daySpan(from, to, today);
  const isOld = !online || now - known.at >= STALE_AFTER_MS;
  const said = [
    isCompared ? words.comparedWith(days, daySpan(earlier.from, earlier.to, today)) : days,
    ...(resetAt === null ? [] : [words.item.since(relativeTime(Date.parse(resetAt), now))]),
    ...(isOld && !isOlderView ? [words.asOf(relativeTime(known.at, now))] : []),
  ];
  return <p className={styles["age"]}>{said.join(" · ")}</p>;
}

const Note = ({ today }: { today: string }) => {
  const time = dayBeginsAt(today);
  return (
    <p className={styles["note"]}>
      {time === null ? words.note.utc : words.note.begins(time)} {words.note.visitors}
    </p>
  );
};

function usePresetsAhead(isShown: boolean, today: string, limits: PlanLimits | undefined): void {
  const owner = useOwner();
  const { hasDimensions, analyticsDays } = limits ?? {};
  useEffect(() => {
    if (isShown && hasDimensions !== undefined && analyticsDays !== undefined)
      fetchPresetsAhead(owner, today, { hasDimensions, analyticsDays });
  }, [owner, isShown, today, hasDimensions, analyticsDays]);
}
