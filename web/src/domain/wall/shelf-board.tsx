import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { NEW_ITEM, openedItemAtom } from "#domain/items/open-item";
import { firstItemsOfShelf, type RowMark } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { itemsWords } from "#words/screens/items";
import { shelvesWords } from "#words/screens/shelves";
import { useIsCovered } from "./arrivals";
import { SHOWN_AT_MOST } from "./carry";
import { NextPlace } from "./next-place";
import { EmptyRoom, Room } from "./room";
import styles from "./shelf-board.module.css";
import thing from "./thing.module.css";
import { ThingLink, type ThingLinkProps, useIsHidden } from "./thing-link";

type ShelfBoardProps = {
  shelf: ShelfRow;
  /** Of the whole shelf, in order; undefined until read. */
  ids: readonly string[] | undefined;
  marks: ReadonlyMap<string, RowMark> | undefined;
};

type OnScreenProps = ShelfBoardProps & {
  /** Else it is neither read nor rendered. */
  isNear: boolean;
};

/** A shelf of My Shelv, one board: its first things, which are carried along it and to other boards. */
export function ShelfBoard({ isNear, ...props }: OnScreenProps) {
  const { id, name } = props.shelf;
  return (
    <div
      className={styles["board"]}
      data-board={id}
      data-board-name={name}
      data-board-size={props.ids?.length}
    >
      {isNear ? (
        <Room until={EMPTY_ROOM}>
          <Things {...props} />
        </Room>
      ) : (
        EMPTY_ROOM
      )}
    </div>
  );
}

const EMPTY_BOARD = (
  <Board>
    <Row />
  </Board>
);
/** As high as a board with things: nothing moves when they are read. */
const EMPTY_ROOM = <EmptyRoom>{EMPTY_BOARD}</EmptyRoom>;

const DraggableRow = lazyComponent<RowOfThingsProps>(
  async () => (await import("./draggable-row")).DraggableRow,
  { afterMs: 0, Fallback: StillRow, Missing: StillRow },
);

function Things({ shelf, ...rest }: ShelfBoardProps) {
  const stored = useLiveQuery(firstItemsOfShelf, shelf.id, SHOWN_AT_MOST);
  return stored ? <DraggableRow shelf={shelf} stored={stored} {...rest} /> : EMPTY_BOARD;
}

function StillRow({ stored, ...props }: RowOfThingsProps) {
  return <RowOfThings {...props} items={stored} OneThing={StillThing} />;
}

const StillThing = ({ place, link }: OneThingProps) => (
  <Place {...place}>
    <ThingLink {...link} />
  </Place>
);

export type RowOfThingsProps = ShelfBoardProps & { stored: readonly ItemRow[] };

export type OneThingProps = {
  shelf: ShelfRow;
  at: number;
  place: ComponentProps<typeof Place>;
  link: ThingLinkProps;
};

type RowParts = Omit<RowOfThingsProps, "stored"> & {
  items: readonly ItemRow[];
  OneThing: ComponentType<OneThingProps>;
  /** What a place needs while something is carried; `id` is undefined for the place after the last thing. */
  placeOf?: (index: number, id?: string) => ComponentProps<typeof Place>;
  className?: string;
  drag?: "held" | "put-down" | undefined;
  children?: ReactNode;
};

export function RowOfThings({
  shelf,
  items,
  ids,
  marks,
  OneThing,
  placeOf,
  className = "",
  drag,
  children,
}: RowParts) {
  const opened = useAtomValue(openedItemAtom);
  const isHidden = useIsHidden();
  const total = ids?.length ?? items.length;
  const isFull = total >= SHOWN_AT_MOST;
  return (
    <Board>
      <Row
        aria-label={itemsWords.listLabel(shelf.name)}
        className={`${styles["row"]} ${className}`}
        data-drag={drag}
        data-covered={useIsCovered() || undefined}
      >
        {items.map((item, at) => {
          const { id } = item;
          const link = { item, mark: marks?.get(id), isHidden: isHidden(item), href: hrefOf(shelf.id, id) };
          const place = {
            className: thing["thing"],
            "data-thing": id,
            "data-open": id === opened || undefined,
            "data-hidden": link.isHidden || undefined,
            ...placeOf?.(at, id),
          };
          return <OneThing key={id} shelf={shelf} at={at} place={place} link={link} />;
        })}
        <Place {...placeOf?.(items.length)}>
          {isFull ? (
            <Link to="/shelves/$shelfId" params={{ shelfId: shelf.id }} className={thing["next"]}>
              {shelvesWords.all(total)}
            </Link>
          ) : (
            <NextPlace shelfId={shelf.id} href={hrefOf(shelf.id, NEW_ITEM)} />
          )}
        </Place>
        {items.length === 0 && <Place className={styles["none"]}>{shelvesWords.noItems}</Place>}
        {children}
      </Row>
    </Board>
  );
}

/** The form is open above My Shelv. */
const hrefOf = (shelfId: string, item: string) => `/shelves?${new URLSearchParams({ item, on: shelfId })}`;
