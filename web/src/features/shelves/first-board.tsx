import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { IconPlus } from "@tabler/icons-react";
import { useOpenNewShelf } from "#domain/shelves/new-shelf-button.tsx";
import { EmptyRoom, Room } from "#domain/wall/room.tsx";
import board from "#domain/wall/shelf-board.module.css";
import thing from "#domain/wall/thing.module.css";
import { shelvesWords } from "#words/screens/shelves";
import styles from "./first-board.module.css";

/** The owner's wall before the first shelf: an empty board, where a place makes one. */
export function FirstBoard() {
  const openNew = useOpenNewShelf();
  return (
    <div className={`${board["board"]} ${styles["board"]}`}>
      <Room until={EMPTY_ROOM}>
        <Board>
          <Row>
            <Place>
              <button type="button" className={`shelv-item plain-button ${styles["new"]}`} onClick={openNew}>
                <span className={`${thing["next"]} ${styles["place"]}`}>
                  <IconPlus size={26} aria-hidden="true" />
                </span>
                <span className="shelv-caption">{shelvesWords.new}</span>
              </button>
            </Place>
          </Row>
        </Board>
      </Room>
    </div>
  );
}

const EMPTY_ROOM = (
  <EmptyRoom>
    <Board>
      <Row />
    </Board>
  </EmptyRoom>
);
