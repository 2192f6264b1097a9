import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { firstItemsOfShelf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import styles from "./things-on-shelf.module.css";

/** As many as fit on a phone of 320 px. */
const SHOWN_AT_MOST = 4;

/** Decorative, on a small board of constant height. Nothing for a shelf without items. */
export function ThingsOnShelf({ shelfId }: { shelfId: string }) {
  const items = useLiveQuery(firstItemsOfShelf, shelfId, SHOWN_AT_MOST);
  if (items?.length === 0) return null;
  return (
    <div className={styles["things"]} aria-hidden="true">
      {items?.map((item) => (
        <Thumbnail key={item.id} item={item} />
      ))}
    </div>
  );
}
