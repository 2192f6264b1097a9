import { ITEM_DEFAULT_EMOJI } from "@shelv/contract/item";
import { PICTURE_WIDTHS, picturePath } from "@shelv/contract/picture";
import { hashOf } from "./hash.ts";
import type { PageItem } from "./page-data.ts";

/** Kept in step with `--shelv-face-w` in board.css. */
const PICTURE_SIZES = "(min-width:48em) 132px,116px";
const CARD_TINTS = 6;

type ItemFaceProps = {
  item: Pick<PageItem, "id" | "title" | "emoji" | "picture" | "price"> & Partial<Pick<PageItem, "clicks">>;
  /** Load the picture at once: it is likely on the first screen. */
  eager?: boolean;
  /** The picture's address where it is not on the server yet, such as a blob on this device. */
  pictureSrc?: string | undefined;
};

/** An item as it stands on the board: its picture, or its emoji on a card, with caption and price. Fills a `Place`. */
export function ItemFace({ item, eager = false, pictureSrc }: ItemFaceProps) {
  return (
    <>
      <span className="shelv-stand">
        {item.picture === null && pictureSrc === undefined
          ? <EmojiCard id={item.id} emoji={item.emoji} />
          : <ItemPicture sha={item.picture} src={pictureSrc} eager={eager} />}
      </span>
      <span className="shelv-caption" dir="auto">{item.title}</span>
      {item.clicks != null && <span className="shelv-clicks">{clicksText(item.clicks)}</span>}
      {item.price !== "" && <span className="shelv-price" dir="auto">{item.price}</span>}
    </>
  );
}

const clicksText = (clicks: number) => `${clicks.toLocaleString("en-US")} ${clicks === 1 ? "click" : "clicks"}`;

/** The tint and the height follow the id, so that a card keeps its look when it is renamed or moved. */
const EmojiCard = ({ id, emoji }: { id: string; emoji: string }) => (
  <span className={`shelv-thing shelv-card shelv-tint-${hashOf(id) % CARD_TINTS}`} aria-hidden="true">
    {emoji || ITEM_DEFAULT_EMOJI}
  </span>
);

type ItemPictureProps = { sha: string | null; src: string | undefined; eager: boolean };

/** The caption beside it names the item, so the picture itself says nothing. `<picture>` keeps React from adding preload lines. */
const ItemPicture = ({ sha, src, eager }: ItemPictureProps) => (
  <picture className="shelv-thing">
    <img
      className="shelv-picture"
      {...(src === undefined && sha !== null ? addresses(sha) : { src })}
      width={160}
      height={160}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      alt=""
    />
  </picture>
);

const addresses = (sha: string) => ({
  src: picturePath(sha, 160),
  srcSet: PICTURE_WIDTHS.map((width) => `${picturePath(sha, width)} ${width}w`).join(","),
  sizes: PICTURE_SIZES,
});
