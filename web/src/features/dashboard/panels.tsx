import type { Activity, PopularItem } from "@shelv/contract/analytics";
import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/values/item-emoji";
import { Link } from "@tanstack/react-router";
import { type Icon, IconActivity, IconClick, IconEye, IconPlus } from "@tabler/icons-react";
import { itemsById, missingItems } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { activityText, dashboardWords as words } from "#words/screens/dashboard";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import styles from "./panels.module.css";
import { relativeTime } from "#words/format/relative-time";

const ITEMS_SHOWN = 5;

/** Hides items that are deleted here, and shows this device's titles: both may be newer than the figures. */
export function PopularItems({ items }: { items: readonly PopularItem[] | undefined }) {
  const ids = items?.map(({ id }) => id) ?? [];
  const rows = useLiveQuery(itemsById, ids);
  const gone = useLiveQuery(missingItems, ids) ?? [];
  if (items === undefined) return <p className={styles["room"]}>{words.unknown}</p>;
  const shown = items.filter(({ id }) => !gone.includes(id)).slice(0, ITEMS_SHOWN);
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

const ACTIVITIES_SHOWN = 5;
const ICONS: ReadonlyMap<string, Icon> = new Map([
  ["click", IconClick],
  ["view", IconEye],
  ["add", IconPlus],
]);

export function RecentActivity({
  activities,
  now,
}: {
  activities: readonly Activity[] | undefined;
  now: number;
}) {
  if (activities === undefined) return <p className={styles["room"]}>{words.unknown}</p>;
  if (activities.length === 0) return <p className={styles["none"]}>{words.noActivity}</p>;
  return (
    <ol role="list" className={styles["list"]}>
      {activities.slice(0, ACTIVITIES_SHOWN).map((activity) => {
        const TypeIcon = ICONS.get(activity.type) ?? IconActivity;
        return (
          <li key={activity.id} className={styles["row"]}>
            <span className={styles["icon"]}>
              <TypeIcon size={20} aria-hidden="true" />
            </span>
            <span className={styles["words"]}>
              <span className={styles["text"]}>{activityText(activity)}</span>
              <span className={styles["small"]}>
                {activity.shelfName !== null && (
                  <>
                    <bdi>{activity.shelfName}</bdi>
                    {" · "}
                  </>
                )}
                <time dateTime={activity.timestamp}>{relativeTime(Date.parse(activity.timestamp), now)}</time>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
