import type { ItemRow } from "@shelv/contract/rows/item";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { firstItemsOfShelf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useNearViewport } from "#platform/react/use-near-viewport";
import styles from "./small-shelf.module.css";

const THINGS_SHOWN = 4;

type SmallShelfProps = {
  shelfId: string;
  isLarge?: boolean;
  className?: string | undefined;
};

export function SmallShelf({ shelfId, isLarge = false, className }: SmallShelfProps) {
  const { place, isNear } = useNearViewport();
  return (
    <span
      ref={place}
      className={`${styles["shelf"]} ${isLarge ? styles["large"] : ""} ${className ?? ""}`}
      aria-hidden="true"
    >
      {isNear && <Things shelfId={shelfId} />}
    </span>
  );
}

export function SmallShelfInDialog({ shelfId }: { shelfId: string }) {
  const items = useFirstItems(shelfId);
  if (items?.length === 0) return null;
  return (
    <span className={`${styles["shelf"]} ${styles["large"]} ${styles["inDialog"]}`} aria-hidden="true">
      {items?.map(drawn)}
    </span>
  );
}

const Things = ({ shelfId }: { shelfId: string }) => useFirstItems(shelfId)?.map(drawn);

const useFirstItems = (shelfId: string) => useLiveQuery(firstItemsOfShelf, shelfId, THINGS_SHOWN);

const drawn = (item: ItemRow) => <Thumbnail key={item.id} item={item} />;
