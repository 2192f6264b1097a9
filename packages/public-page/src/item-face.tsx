import type { ReactEventHandler, ReactNode, Ref } from "react";
import { tintOf } from "#text/hash";
import { FACES, FILLS, isTall } from "#pictures/face";
import { firstGrapheme } from "#text/graphemes";
import type { PageItem, PagePicture } from "./page-data.ts";
import { Picture, UNTIL_LOADED } from "#pictures/picture.tsx";
import { stripBidi } from "#text/strip-bidi";

type ItemFaceProps = {
  item: Pick<PageItem, "id" | "title" | "emoji" | "picture" | "price"> & Partial<Pick<PageItem, "clicks">>;
  eager?: boolean;
  pictureSrc?: string | undefined;
  onPictureLoad?: ReactEventHandler<HTMLImageElement>;
  pictureRef?: Ref<HTMLImageElement> | undefined;
  /** Drawn where the item has neither a picture nor an emoji. */
  object?: ReactNode;
};

export function ItemFace({
  item,
  eager = false,
  pictureSrc,
  onPictureLoad,
  pictureRef,
  object,
}: ItemFaceProps) {
  return (
    <>
      <span className="shelv-stand">
        {item.picture === null && pictureSrc === undefined ? (
          isBare(item) ? (
            object
          ) : (
            <EmojiCard item={item} />
          )
        ) : (
          <ItemPicture
            picture={item.picture}
            src={pictureSrc}
            onLoad={onPictureLoad}
            pictureRef={pictureRef}
            eager={eager}
          />
        )}
      </span>
      <span className="shelv-caption" dir="auto">
        {stripBidi(item.title)}
      </span>
      {item.clicks ? <span className="shelv-clicks">{clicksText(item.clicks)}</span> : null}
      {item.price !== "" && (
        <span className="shelv-price" dir="auto">
          {item.price}
        </span>
      )}
    </>
  );
}

// Creating a number format takes longer than the rest of an item.
const clicksText = (clicks: number) =>
  `${clicks < 1000 ? clicks : clicks.toLocaleString("en-US")} ${clicks === 1 ? "click" : "clicks"}`;

/** Whether an object is drawn for it. */
export const isBare = ({ picture, emoji }: Pick<PageItem, "picture" | "emoji">): boolean =>
  picture === null && firstGrapheme(emoji) === "";

const EmojiCard = ({ item: { id, emoji } }: { item: Pick<PageItem, "id" | "emoji"> }) => (
  <span className={`shelv-thing shelv-card shelv-tint-${tintOf(id)}`} aria-hidden="true">
    {firstGrapheme(emoji)}
  </span>
);

type ItemPictureProps = {
  picture: PagePicture | null;
  src: string | undefined;
  onLoad: ReactEventHandler<HTMLImageElement> | undefined;
  pictureRef: Ref<HTMLImageElement> | undefined;
  eager: boolean;
};

function ItemPicture({ picture, src, onLoad, pictureRef, eager }: ItemPictureProps) {
  if (picture === null || src !== undefined) {
    return (
      <span className="shelv-thing" style={onLoad && UNTIL_LOADED}>
        <img
          className="shelv-picture"
          src={src}
          onLoad={onLoad}
          ref={pictureRef}
          decoding={eager ? "sync" : "async"}
          alt=""
        />
      </span>
    );
  }
  const { shape } = picture;
  const fill = shape && (isTall(shape) ? "tall" : "wide");
  const widthIn = (face: { width: number; height: number }) =>
    shape && fill === "tall" ? Math.ceil((face.height * shape.width) / shape.height) : face.width;
  return (
    <Picture
      picture={picture}
      frameClass="shelv-thing"
      className={fill ? `shelv-picture ${FILLS[fill]}` : "shelv-picture"}
      sizes={`(min-width:48em) ${widthIn(FACES.large)}px,${widthIn(FACES.small)}px`}
      width={shape?.width}
      height={shape?.height}
      isLazy={!eager}
      fillsFace
    />
  );
}
