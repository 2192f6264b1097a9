import { Board, BoardNote, Place, Row } from "@shelv/public-page/board.tsx";
import { Link } from "@tanstack/react-router";
import { firstItemsOfShelf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useNearViewport } from "#platform/react/use-near-viewport";
import { actionWords } from "#words/actions";
import { shelvesWords } from "#words/screens/shelves";
import { OwnItemFace } from "#domain/items/own-item-face.tsx";

/** More than anyone scrolls sideways; the list of all items has the rest. */
const SHOWN_AT_MOST = 60;

/** Items are read near the viewport only; the empty board renders first. */
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
  return (
    <Board>
      {items?.length === 0 ? (
        <BoardNote>{shelvesWords.noItems}</BoardNote>
      ) : (
        <Row>
          {items?.map((item) => (
            <Place key={item.id}>
              <Link
                to="/shelves/$shelfId"
                params={{ shelfId }}
                search={{ item: item.id }}
                className="shelv-item"
              >
                <span className="visually-hidden">{actionWords.edit}</span>
                <OwnItemFace item={item} />
              </Link>
            </Place>
          ))}
        </Row>
      )}
    </Board>
  );
}
