import type { AnalyticsChange } from "@shelv/contract/analytics";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { useId } from "react";
import { changeText, statsWords as words } from "#words/screens/stats";
import { StatsLink } from "#features/stats/stats-link.tsx";
import {
  searchWithFilter,
  shownChanges,
  type StatsFilter,
  type StatsSearch,
} from "#features/stats/stats-view";
import styles from "./what-changed.module.css";

const CHANGES_SHOWN = 4;

type WhatChangedProps = {
  changes: readonly AnalyticsChange[];
  filter: StatsFilter | null;
  search: StatsSearch;
  itemId: string | undefined;
  today: string;
};

export function WhatChanged({ changes, filter, search, itemId, today }: WhatChangedProps) {
  const id = useId();
  const shown = shownChanges(changes, { filter, itemId });
  return (
    <section className={styles["card"]} aria-labelledby={id}>
      <h2 id={id} className={styles["heading"]}>
        {words.changed}
      </h2>
      {shown.length === 0 ? (
        <p className={styles["none"]}>{words.nothingChanged}</p>
      ) : (
        <ul role="list" className={styles["list"]}>
          {shown.slice(0, CHANGES_SHOWN).map((change) => {
            const isRise = !change.change.startsWith("-");
            const Way = isRise ? IconArrowUpRight : IconArrowDownRight;
            return (
              <li key={`${change.by} ${change.value}`} className={styles["change"]}>
                <span className={styles["way"]} data-rise={isRise || undefined} aria-hidden="true">
                  <Way size={18} />
                </span>
                <Target change={change} search={search} itemId={itemId}>
                  {changeText(itemId === undefined ? change : { ...change, itemTitle: null }, today)}
                </Target>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

type TargetProps = Pick<WhatChangedProps, "search" | "itemId"> & {
  change: AnalyticsChange;
  children: string;
};

function Target({ change: { by, value }, search, itemId, children }: TargetProps) {
  if (by === "page") return <span>{children}</span>;
  if (by !== "item")
    return (
      <StatsLink itemId={itemId} search={searchWithFilter(search, { by, value })} className={styles["link"]}>
        {children}
      </StatsLink>
    );
  if (value === null) return <span>{children}</span>;
  return (
    <StatsLink itemId={value} search={search} isHere={false} className={styles["link"]}>
      {children}
    </StatsLink>
  );
}
