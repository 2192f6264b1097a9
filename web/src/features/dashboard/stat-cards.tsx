import type { SummaryAnalytics } from "@shelv/contract/analytics";
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { dashboardWords as words } from "#words/screens/dashboard";
import styles from "./stat-cards.module.css";

const NONE: SummaryAnalytics = {
  views: { total: 0, change: "0%" },
  clicks: { total: 0, change: "0%" },
  ctr: { total: "0%", change: "0%" },
};

type StatCardsProps = { summary: SummaryAnalytics | undefined };

export const StatCards = ({ summary }: StatCardsProps) => {
  const { views, clicks, ctr } = summary ?? NONE;
  const isKnown = summary !== undefined;
  const shown = (total: number | string) => (isKnown ? total.toLocaleString("en-US") : words.unknown);
  return (
    <dl className={styles["cards"]}>
      <Stat name={words.stats.views} total={shown(views.total)} change={isKnown ? views.change : null} />
      <Stat name={words.stats.clicks} total={shown(clicks.total)} change={isKnown ? clicks.change : null} />
      <Stat name={words.stats.ctr} total={shown(ctr.total)} change={isKnown ? ctr.change : null} />
    </dl>
  );
};

const Stat = ({ name, total, change }: { name: string; total: string; change: string | null }) => (
  <div className={styles["card"]}>
    <dt className={styles["name"]}>{name}</dt>
    <dd className={styles["total"]} style={{ "--signs": total.length } as CSSProperties}>
      {total}
    </dd>
    <dd className={styles["change"]}>{change === null ? "\u00A0" : <Change change={change} />}</dd>
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
