import type { Activity } from "@shelv/contract/analytics";
import { IconActivity, IconClick, IconEye, type Icon, IconPlus } from "@tabler/icons-react";
import { activityText, dashboardWords as words } from "#words/screens/dashboard";
import { relativeTime } from "#words/format/relative-time";
import styles from "./panels.module.css";

const SHOWN = 8;
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
      {activities.slice(0, SHOWN).map((activity) => {
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
