import { type ItemFields, type ItemRow, shownPicture } from "@shelv/contract/rows/item";
import { tintOf } from "@shelv/public-page/text/hash";
import { usePictureUrl } from "#session/use-picture-url";
import { OwnItemObject } from "./own-item-object";
import styles from "./thumbnail.module.css";

type ThumbnailProps = {
  item: ItemFields & Pick<ItemRow, "id">;
  isOnBoard?: boolean;
};

export function Thumbnail({ item, isOnBoard = false }: ThumbnailProps) {
  const picture = shownPicture(item);
  const url = usePictureUrl(picture, 160);
  return (
    <span className={styles["thumbnail"]} data-on-board={isOnBoard || undefined} aria-hidden="true">
      {picture === null ? (
        item.emoji === "" ? (
          <OwnItemObject item={item} />
        ) : (
          <span className={`shelv-card shelv-tint-${tintOf(item.id)} ${styles["cover"]}`}>{item.emoji}</span>
        )
      ) : (
        url && <img src={url} alt="" />
      )}
    </span>
  );
}
