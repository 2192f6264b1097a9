import { type ItemRow, shownPicture } from "@shelv/contract/rows/item";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { usePictureUrl } from "#session/use-picture-url";
import { fillFace, fillIfComplete } from "./fill-face";
import { OwnItemObject } from "./own-item-object";

export function OwnItemFace({ item }: { item: ItemRow }) {
  const picture = shownPicture(item);
  const url = usePictureUrl(picture, 320);
  const isUnread = picture !== null && url === null;
  return (
    <ItemFace
      item={{ ...item, picture: null, emoji: isUnread ? "" : item.emoji }}
      object={isUnread ? null : <OwnItemObject item={item} />}
      pictureSrc={url ?? undefined}
      onPictureLoad={fillFace}
      pictureRef={fillIfComplete}
      eager
    />
  );
}
