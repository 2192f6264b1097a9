import { isHiddenFromVisitors, type ItemRow, shownPicture } from "@shelv/contract/rows/item";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { type ComponentProps, memo } from "react";
import { type RowMark, settingsOf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { fillFace, fillIfComplete } from "#domain/items/fill-face";
import { OwnItemObject } from "#domain/items/own-item-object.tsx";
import { useOpenItem } from "#domain/items/open-item";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { usePictureUrl } from "#session/use-picture-url";
import { actionWords } from "#words/actions";
import { itemMarkWords } from "#words/item-marks";
import styles from "./thing.module.css";

type ThingLinkProps = Omit<ComponentProps<"a">, "onClick"> & {
  href: string;
  item: ItemRow;
  mark: RowMark | undefined;
  isHidden: boolean;
};

/** A thing of the owner's: a tap opens its form, at `href`. */
export function ThingLink({ item, mark, isHidden, href, ...link }: ThingLinkProps) {
  const openItem = useOpenItem();
  return (
    <a
      {...link}
      href={href}
      draggable={false}
      onClick={(event) => openItem(event, item)}
      className="shelv-item"
    >
      <Face item={item} mark={mark} isHidden={isHidden} />
    </a>
  );
}

/** Every step of a drag renders the things, but not their faces. */
const Face = memo(function Face({
  item,
  mark,
  isHidden,
}: Pick<ThingLinkProps, "item" | "mark" | "isHidden">) {
  return (
    <>
      <span className="visually-hidden">{actionWords.edit}</span>
      <OwnItemFace item={item} />
      {isHidden && <span className="visually-hidden"> ({itemMarkWords.hidden})</span>}
      {mark && (
        <span className={styles["mark"]}>
          <SyncMark mark={mark} />
        </span>
      )}
    </>
  );
});

export function useIsHidden(): (item: ItemRow) => boolean {
  const hidesGone = useLiveQuery(settingsOf)?.hidesGoneLinks ?? false;
  return (item) => isHiddenFromVisitors(item, hidesGone);
}

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
