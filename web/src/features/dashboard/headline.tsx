import type { RangeFigures } from "@shelv/contract/analytics";
import { wrongClockMs } from "#api/server-clock";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import type { KnownFigures } from "#domain/stats/figures";
import { itemsById, missingItems } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { headlineText } from "#words/screens/dashboard";
import styles from "./dashboard-page.module.css";

type HeadlineProps = { figures: KnownFigures; stats: RangeFigures; now: number };

/**
 * Today in one sentence, beside the item that it names. Without a visit today, or offline since yesterday, it
 * is about the last 30 days.
 */
export function Headline({ figures: { summary, topOfDay }, stats, now }: HeadlineProps) {
  const today = new Date(now - (wrongClockMs() ?? 0)).toISOString().slice(0, 10);
  const visitors = stats.to === today ? (stats.series.at(-1)?.visitors ?? 0) : 0;
  const top = visitors > 0 ? topOfDay : stats.items.find(({ clicks }) => clicks > 0);
  const ids = top ? [top.itemId] : [];
  const [item] = useLiveQuery(itemsById, ids) ?? [];
  const [gone] = useLiveQuery(missingItems, ids) ?? [];
  const isHere = top && top.itemId !== gone;
  const sentence = headlineText({
    visitors,
    views: stats.total.views,
    viewsSoFar: summary.views.total,
    mostOpened: isHere ? (item?.id === top.itemId ? item.title : top.title) : undefined,
  });
  if (sentence === null) return null;
  return (
    <div className={styles["headline"]}>
      <p>{sentence}</p>
      {isHere && item?.id === top.itemId && <Thumbnail item={item} isOnBoard />}
    </div>
  );
}
