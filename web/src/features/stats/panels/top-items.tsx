import type { ItemClicks } from "@shelv/contract/analytics";
import { changeInWords } from "@shelv/contract/values/percent";
import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/values/item-emoji";
import { useId, useState } from "react";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { itemsById, missingItems } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { compactCount } from "#words/format/compact-count";
import { statsWords as words } from "#words/screens/stats";
import { MoreRows, ROWS_SHOWN } from "./more-rows";
import { RowName } from "./row-name";
import { StatsLink } from "#features/stats/stats-link.tsx";
import type { StatsSearch } from "#features/stats/stats-view";
import styles from "./panel.module.css";

export function TopItems({
  items,
  search,
  isCompared,
}: {
  items: readonly ItemClicks[];
  search: StatsSearch;
  isCompared: boolean;
}) {
  const id = useId();
  // The ids are sorted, so that ranges with the same items share a query.
  const ids = items.map(({ itemId }) => itemId).toSorted();
  const rows = useLiveQuery(itemsById, ids);
  const gone = useLiveQuery(missingItems, ids) ?? [];
  const [isWhole, setWhole] = useState(false);
  const here = items.filter(({ itemId, clicks }) => clicks > 0 && !gone.includes(itemId));
  const total = items.reduce((sum, { clicks }) => sum + clicks, 0);
  return (
    <section className={styles["panel"]} aria-labelledby={id}>
      <div className={styles["top"]}>
        <h2 id={id} className={styles["heading"]}>
          {words.panels.items}
        </h2>
      </div>
      {here.length === 0 ? (
        <p className={styles["none"]}>{words.noItems}</p>
      ) : (
        <table className={styles["table"]} data-columns="1">
          <thead>
            <tr>
              <th scope="col">{words.itemColumn}</th>
              <th scope="col" className={styles["number"]}>
                {words.lines.clicks}
              </th>
              {isCompared && (
                <th scope="col" className={`${styles["number"]} ${styles["change"]}`}>
                  {words.changeColumn}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {here
              .slice(0, isWhole ? undefined : ROWS_SHOWN)
              .map(({ itemId, title, clicks, clicksBefore }) => {
                const item = rows?.find((row) => row.id === itemId);
                return (
                  <tr key={itemId} className={styles["row"]}>
                    <RowName count={clicks} highest={here[0]?.clicks ?? 0} total={total}>
                      <StatsLink itemId={itemId} search={search} isHere={false} className={styles["value"]}>
                        <span className={styles["picture"]} aria-hidden="true">
                          {item ? <Thumbnail item={item} /> : ITEM_DEFAULT_EMOJI}
                        </span>
                        <span className={styles["text"]} dir="auto">
                          {item?.title ?? title}
                        </span>
                      </StatsLink>
                    </RowName>
                    <td className={styles["number"]} data-sorted>
                      {compactCount(clicks)}
                    </td>
                    {isCompared && (
                      <td className={styles["number"]}>{changeInWords(clicks, clicksBefore)}</td>
                    )}
                  </tr>
                );
              })}
          </tbody>
        </table>
      )}
      <MoreRows count={here.length} isWhole={isWhole} onToggle={setWhole} />
    </section>
  );
}
