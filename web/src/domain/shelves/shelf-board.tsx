import { Board, BoardNote, Place, Row } from "@shelv/public-page/board.tsx";
import { Link } from "@tanstack/react-router";
import { isHiddenFromVisitors, type ItemRow, shownPicture } from "@shelv/contract/rows/item";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { firstItemsOfShelf, settingsOf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useNearViewport } from "#platform/react/use-near-viewport";
import { actionWords } from "#words/actions";
import { shelvesWords } from "#words/screens/shelves";
import { usePictureUrl } from "#session/use-picture-url";
import { itemMarkWords } from "#words/item-marks";
import styles from "./shelf-board.module.css";
import { OwnItemObject } from "#domain/items/own-item-object.tsx";
import { fillFace, fillIfComplete } from "#domain/items/fill-face";

const SHOWN_AT_MOST = 60;

export function ShelfBoard({ shelfId }: { shelfId: string }) {
  const { place, isNear } = useNearViewport();
  return (
    <div ref={place}>
      {isNear ? (
        <OwnThings shelfId={shelfId} />
      ) : (
        <Board>
          <Row />
        </Board>
      )}
    </div>
  );
}

function OwnThings({ shelfId }: { shelfId: string }) {
  const items = useLiveQuery(firstItemsOfShelf, shelfId, SHOWN_AT_MOST);
  const hidesGone = useLiveQuery(settingsOf)?.hidesGoneLinks ?? false;
  return (
    <Board>
      {items?.length === 0 ? (
        <BoardNote>{shelvesWords.noItems}</BoardNote>
      ) : (
        <Row>
          {items?.map((item) => (
            <Place
              key={item.id}
              className={isHiddenFromVisitors(item, hidesGone) ? (styles["hidden"] ?? "") : ""}
            >
              <Link
                to="/shelves/$shelfId"
                params={{ shelfId }}
                search={{ item: item.id }}
                className="shelv-item"
              >
                <span className="visually-hidden">{actionWords.edit}</span>
                <OwnItemFace item={item} />
                {isHiddenFromVisitors(item, hidesGone) && (
                  <span className="visually-hidden"> ({itemMarkWords.hidden})</span>
                )}
              </Link>
            </Place>
          ))}
        </Row>
      )}
    </Board>
  );
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
