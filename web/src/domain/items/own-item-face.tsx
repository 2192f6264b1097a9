import { type ItemRow, shownPicture } from "@shelv/contract/item";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { usePictureUrl } from "#session/use-picture-url";
import { fillFace } from "./fill-face";

/** While the picture is read, so that no emoji flashes. */
const BLANK = "\u00A0";

/** With this device's copy of a picture that the server lacks. */
export function OwnItemFace({ item }: { item: ItemRow }) {
  const picture = shownPicture(item);
  const url = usePictureUrl(picture, 320);
  const emoji = picture !== null && url === null ? BLANK : item.emoji;
  return (
    <ItemFace
      item={{ ...item, picture: null, emoji }}
      pictureSrc={url ?? undefined}
      onPictureLoad={fillFace}
      eager
    />
  );
}
