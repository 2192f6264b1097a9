import type { PopularItem } from "@shelv/contract/analytics";
import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/item";
import { Link } from "@tanstack/react-router";
import { itemsById, missingItems } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { dashboardWords as words } from "#words/screens/dashboard";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import styles from "./panels.module.css";

const SHOWN = 5;

/** Hides items that are deleted here, and shows this device's titles: both may be newer than the figures. */
export function PopularItems({ items }: { items: readonly PopularItem[] | undefined }) {
  const ids = items?.map(({ id }) => id) ?? [];
  const rows = useLiveQuery(itemsById, ids);
  // Until the store answers for new figures, all items show.
  const gone = useLiveQuery(missingItems, ids) ?? [];
  if (items === undefined) return <p className={styles["room"]}>{words.unknown}</p>;
  const shown = items.filter(({ id }) => !gone.includes(id)).slice(0, SHOWN);
  if (shown.length === 0) return <p className={styles["none"]}>{words.noPopular}</p>;
  return (
    <ol role="list" className={styles["list"]}>
      {shown.map(({ id, title, clicks, clickPercentage }) => {
        const item = rows?.find((row) => row.id === id);
        return (
          <li key={id}>
            <Link to="/items" search={{ item: id }} className={styles["row"]}>
              {item ? (
                <Thumbnail item={item} />
              ) : (
                <span className={styles["emoji"]} aria-hidden="true">
                  {ITEM_DEFAULT_EMOJI}
                </span>
              )}
              <span className={styles["words"]}>
                <span className={styles["title"]} dir="auto">
                  {item?.title ?? title}
                </span>
                <span
                  className={styles["bar"]}
                  style={{ "--share": clickPercentage } as React.CSSProperties}
                  aria-hidden="true"
                />
                <span className={styles["small"]}>
                  {words.clicked(clicks)} · {words.ofAllClicks(clickPercentage)}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
