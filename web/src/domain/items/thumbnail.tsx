import { type ItemRow, shownPicture } from "@shelv/contract/rows/item";
import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/values/item-emoji";
import { usePictureUrl } from "#session/use-picture-url";
import styles from "./thumbnail.module.css";

/** Decorative: the title is next to it. */
export function Thumbnail({ item }: { item: ItemRow }) {
  const picture = shownPicture(item);
  const url = usePictureUrl(picture, 160);
  if (picture === null)
    return (
      <span className={styles["thumbnail"]} aria-hidden="true">
        {item.emoji || ITEM_DEFAULT_EMOJI}
      </span>
    );
  return <span className={styles["thumbnail"]}>{url && <img src={url} alt="" />}</span>;
}
