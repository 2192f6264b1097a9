import type { PopularItem } from "@shelv/contract/analytics";
import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/item";
import { Link } from "@tanstack/react-router";
import { itemsById } from "#local-store/queries";
import { useStored } from "#sync/owner-context.tsx";
import { dashboardWords as words } from "#words/dashboard";
import { Thumbnail } from "#workbench/thumbnail.tsx";
import styles from "./panels.module.css";

const SHOWN = 5;

/** The titles are those of this device, which may know newer ones than the server counted for. */
export function PopularItems({ items }: { items: readonly PopularItem[] | undefined }) {
  const shown = items?.slice(0, SHOWN) ?? [];
  const rows = useStored(itemsById, shown.map(({ id }) => id));
  if (items === undefined) return <p className={styles["room"]}>{words.unknown}</p>;
  if (items.length === 0) return <p className={styles["none"]}>{words.noPopular}</p>;
  return (
    <ol role="list" className={styles["list"]}>
      {shown.map(({ id, title, clicks, clickPercentage }) => {
        const item = rows?.find((row) => row.id === id);
        return (
          <li key={id}>
            <Link to="/items" search={{ item: id }} className={styles["row"]}>
              {item ? <Thumbnail item={item} /> : <span className={styles["emoji"]} aria-hidden="true">{ITEM_DEFAULT_EMOJI}</span>}
              <span className={styles["words"]}>
                <span className={styles["title"]} dir="auto">{item?.title ?? title}</span>
                <span className={styles["bar"]} style={{ "--share": clickPercentage } as React.CSSProperties} aria-hidden="true" />
                <span className={styles["small"]}>{words.clicked(clicks)} · {words.ofAllClicks(clickPercentage)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
