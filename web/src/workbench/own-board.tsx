import { Board, BoardNote, Place, Row } from "@shelv/public-page/board.tsx";
import type { ItemRow } from "@shelv/contract/item";
import { Link } from "@tanstack/react-router";
import { actionWords } from "#words/actions";
import { shelvesWords } from "#words/shelves";
import { OwnItemFace } from "./own-item-face";

/** A shelf with its things on it; each opens its form. Undefined items are still being read: the board is there already. */
export const OwnBoard = ({ shelfId, items }: { shelfId: string; items: readonly ItemRow[] | undefined }) => (
  <Board>
    {items?.length === 0
      ? <BoardNote>{shelvesWords.noItems}</BoardNote>
      : (
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
