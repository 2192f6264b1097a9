import { Board, BoardNote, Place, Row } from "@shelv/public-page/board.tsx";
import { ShelfHeading } from "@shelv/public-page/shelf.tsx";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { itemsOfShelf } from "#local-store/queries";
import { useStored } from "#sync/owner-context.tsx";
import { EmptyShelf } from "#ui/empty-shelf.tsx";
import { shelfScreenWords, shelvesWords } from "#words/shelves";
import { OwnItemFace } from "#workbench/own-item-face.tsx";
import styles from "./shelf-preview.module.css";
import { ShelfSkeletons } from "./shelf-skeletons";

/** One shelf as visitors see it, drawn from this device. */
export function ShelfPreview({ shelfId }: { shelfId: string }) {
  const shelf = useStored(async (store) => (await store.shelves.get(shelfId)) ?? null, [shelfId]);
  const items = useStored((store) => itemsOfShelf(store, shelfId), [shelfId]);
  const back = <Link to="/shelves" className={styles["back"]}><IconArrowLeft size={18} aria-hidden="true" />{shelfScreenWords.back}</Link>;

  if (shelf === undefined) return <ShelfSkeletons />;
  if (shelf === null) return <EmptyShelf title={shelfScreenWords.gone} text={shelfScreenWords.goneText}>{back}</EmptyShelf>;
  return (
    <>
      {back}
      <div className={styles["wall"]}>
        <ShelfHeading shelf={shelf} />
        <Board>
          {items?.length === 0
            ? <BoardNote>{shelvesWords.noItems}</BoardNote>
            : (
              <Row>
                {items?.map((item) => (
                  <Place key={item.id}>
                    <a className="shelv-item" href={item.url} target="_blank" rel="noopener noreferrer"><OwnItemFace item={item} /></a>
                  </Place>
                ))}
              </Row>
            )}
        </Board>
      </div>
    </>
  );
}
