import type { BreakdownRow } from "@shelv/contract/analytics";
import type { Dimension } from "@shelv/contract/analytics-dimensions";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { compactCount } from "#words/format/compact-count";
import { statsWords as words, valueName } from "#words/screens/stats";
import { MoreRows, ROWS_SHOWN } from "./more-rows";
import { RowName } from "./row-name";
import { StatsLink } from "#features/stats/stats-link.tsx";
import { searchWithFilter, type StatsFilter, type StatsSearch } from "#features/stats/stats-view";
import { ValueIcon } from "./value-icon";
import styles from "./panel.module.css";

type Column = Exclude<keyof BreakdownRow, "value">;
const COLUMNS = ["visitors", "views", "clicks"] as const satisfies Column[];

type BreakdownPanelProps = {
  title: string;
  dimensions: readonly [Dimension, ...Dimension[]];
  breakdowns: Partial<Record<Dimension, readonly BreakdownRow[]>>;
  filter: StatsFilter | null;
  search: StatsSearch;
  itemId: string | undefined;
};

export function BreakdownPanel({ title, dimensions, breakdowns, ...rest }: BreakdownPanelProps) {
  const id = useId();
  const [by, setBy] = useState<Dimension>(
    rest.filter && dimensions.includes(rest.filter.by) ? rest.filter.by : dimensions[0],
  );
  const rows = breakdowns[by] ?? [];
  return (
    <section className={styles["panel"]} aria-labelledby={id}>
      <div className={styles["top"]}>
        <h2 id={id} className={styles["heading"]}>
          {title}
        </h2>
        {dimensions.length > 1 && (
          <fieldset aria-label={title} className={styles["tabs"]}>
            {dimensions.map((dimension) => (
              <button
                key={dimension}
                type="button"
                aria-pressed={dimension === by}
                className={`plain-button ${styles["tab"]}`}
                onClick={() => setBy(dimension)}
              >
                {words.dimensions[dimension]}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <Rows key={by} title={words.dimensions[by]} by={by} rows={rows} {...rest} />
    </section>
  );
}

type RowsProps = Pick<BreakdownPanelProps, "filter" | "search" | "itemId"> & {
  title: string;
  by: Dimension;
  rows: readonly BreakdownRow[];
};

function Rows({ title, by, rows, filter, search, itemId }: RowsProps) {
  const columns = itemId === undefined ? COLUMNS : (["clicks"] as const);
  const [column, setColumn] = useState<Column>(itemId === undefined ? "views" : "clicks");
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return <Nothing>{words.noValues}</Nothing>;
  if (by.startsWith("utm_") && rows.every(({ value }) => value === null))
    return <Nothing>{words.noCampaigns}</Nothing>;
  const sorted = rows.toSorted((one, other) => other[column] - one[column]);
  const total = rows.reduce((sum, row) => sum + row[column], 0);
  return (
    <>
      <table className={styles["table"]} data-columns={columns.length}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={styles["number"]}
                aria-sort={name === column ? "descending" : "none"}
              >
                {columns.length === 1 ? (
                  words.lines[name]
                ) : (
                  <button
                    type="button"
                    className={`plain-button ${styles["sort"]}`}
                    aria-label={words.sortBy(words.lines[name])}
                    onClick={() => setColumn(name)}
                  >
                    {words.lines[name]}
                    {name === column && <IconChevronDown size={14} aria-hidden="true" />}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, isWhole ? undefined : ROWS_SHOWN).map((row) => {
            const isActive = filter?.by === by && filter.value === row.value;
            return (
              <tr key={row.value ?? "\0"} className={styles["row"]} data-active={isActive || undefined}>
                <RowName count={row[column]} highest={sorted[0]?.[column] ?? 0} total={total}>
                  <StatsLink
                    itemId={itemId}
                    search={searchWithFilter(search, isActive ? null : { by, value: row.value })}
                    aria-current={isActive ? "true" : undefined}
                    className={styles["value"]}
                  >
                    <ValueIcon by={by} value={row.value} />
                    <span className={styles["text"]} dir="auto">
                      {valueName(by, row.value)}
                    </span>
                  </StatsLink>
                </RowName>
                {columns.map((name) => (
                  <td key={name} className={styles["number"]} data-sorted={name === column || undefined}>
                    {compactCount(row[name])}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <MoreRows count={rows.length} isWhole={isWhole} onToggle={setWhole} />
    </>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => <p className={styles["none"]}>{children}</p>;
