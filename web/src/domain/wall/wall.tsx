/**
 * A shelf as its visitors see it, and where its owner works: things are carried by pointer, finger or
 * keyboard, and a tap opens one. Only the lines near the window are rendered.
 */
import { useDndContext } from "@dnd-kit/core";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RowMark } from "#local-store/queries";
import { afterClosing, useMadeRow } from "#domain/arrivals/made-row";
import { useMoveOnShelf } from "#domain/items/moving/place-item";
import { NEW_ITEM } from "#domain/items/open-item";
import { useVirtualRows, useVisibleItems } from "#domain/items/use-virtual-rows";
import { scrollIntoSight } from "#platform/scroll-into-sight";
import { type Move, SortableArea, useSortableLink } from "#ui/sortable/sortable-area.tsx";
import { itemsWords } from "#words/screens/items";
import { useArrivals } from "./arrivals";
import { SETTLED_WITHIN_MS } from "./carry";
import { HEADROOM_PX, type Lines, linesIn } from "./lines";
import { NextPlace } from "./next-place";
import { OwnersCss, Room } from "./room";
import thing from "./thing.module.css";
import { ThingLink, useIsHidden } from "./thing-link";
import styles from "./wall.module.css";

/** Rendered above and below the window: Tab and a flick find them. */
const LINES_BEYOND = 2;

type WallProps = {
  shelf: ShelfRow;
  /** Of the whole shelf, in order. */
  ids: readonly string[];
  marks: ReadonlyMap<string, RowMark>;
  begin: string | undefined;
  /** A form is open above it. */
  isCovered: boolean;
};

export const Wall = (props: WallProps) => (
  <Room>
    <OwnersCss />
    <Boards {...props} />
  </Room>
);

function Boards({ shelf, ids, marks, begin, isCovered }: WallProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const lines = useMemo(() => linesIn(room, ids.length + 1), [room, ids.length]);
  const [names] = useState(() => new Map<string, string>());
  const nameOf = (id: string) => names.get(id) ?? "";
  const move = useMoveOnShelf(shelf.id, ids, nameOf);
  const [settlingId, setSettling] = useState<string | null>(null);
  const drop: Move = (id, to) => {
    setSettling(id);
    setTimeout(() => setSettling((now) => (now === id ? null : now)), SETTLED_WITHIN_MS);
    return move(id, to);
  };
  const arrivals = useArrivals(ids, isCovered);
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const { width, height } = lines.facePx;
  return (
    <div
      ref={place}
      className={styles["boards"]}
      data-covered={isCovered || undefined}
      style={{ "--face-w": `${width}px`, "--face-h": `${height}px` } as CSSProperties}
    >
      {room.widthPx > 0 && (
        <SortableArea rows={rows} nameOf={({ id }) => nameOf(id)} onMove={drop} layout={lines.perLine}>
          {(shown) => (
            <LinesOfThings
              rows={shown}
              shelf={shelf}
              marks={marks}
              begin={begin}
              lines={lines}
              names={names}
              settlingId={settlingId}
              arrivals={arrivals}
              isCovered={isCovered}
            />
          )}
        </SortableArea>
      )}
    </div>
  );
}

function useRoom(place: RefObject<HTMLElement | null>): { widthPx: number; remPx: number } {
  const [room, setRoom] = useState({ widthPx: 0, remPx: 16 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () =>
      setRoom({
        widthPx: element.clientWidth,
        remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      });
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    return () => watching.disconnect();
  }, [place]);
  return room;
}

type LinesProps = Omit<WallProps, "ids"> & {
  rows: readonly { id: string }[];
  lines: Lines;
  names: Map<string, string>;
  settlingId: string | null;
  arrivals: ReadonlySet<string>;
};

function LinesOfThings({ rows, shelf, marks, begin, isCovered, lines, names, ...motion }: LinesProps) {
  const { perLine, linePx, leftOf, facePx } = lines;
  const place = useRef<HTMLUListElement>(null);
  const { active } = useDndContext();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  // The place for the next thing counts.
  const lineCount = Math.ceil((ids.length + 1) / perLine);
  const lineIds = useMemo(() => Array.from({ length: lineCount }, (_, line) => String(line)), [lineCount]);
  const lineOf = (id: string) => String(Math.floor(ids.indexOf(id) / perLine));
  const virtualizer = useVirtualRows(place, {
    ids: lineIds,
    rowPx: linePx,
    overscan: LINES_BEYOND,
    pinnedId: active ? lineOf(active.id.toString()) : undefined,
  });
  const inSight = virtualizer.getVirtualItems();
  const placed = inSight.flatMap(({ index: line }) =>
    Array.from({ length: perLine }, (_, column) => ({ index: line * perLine + column, line, column })).filter(
      ({ index }) => index < ids.length,
    ),
  );
  const itemOf = useVisibleItems(placed, ids);
  for (const { id, title } of itemOf.values()) names.set(id, title);
  const isHidden = useIsHidden();
  const topOf = (line: number) => line * linePx;
  const { madeId, noteShown } = useMadeRow();
  const madeLine = madeId !== null && ids.includes(madeId) && !isCovered ? Number(lineOf(madeId)) : null;
  useEffect(() => {
    if (madeLine === null) return;
    afterClosing(() => {
      const top = (place.current?.getBoundingClientRect().top ?? 0) + madeLine * linePx;
      scrollIntoSight({ top, bottom: top + linePx });
      noteShown();
    });
  }, [madeLine, linePx, noteShown]);
  return (
    <>
      <div aria-hidden="true">
        {inSight.map(({ index: line }) => (
          <div key={line} className={styles["plank"]} style={{ top: topOf(line), height: linePx }}>
            <Board>{null}</Board>
          </div>
        ))}
      </div>
      <div className={styles["onBoards"]}>
        <Board>
          <Row
            ref={place}
            aria-label={itemsWords.listLabel(shelf.name)}
            className={styles["things"]}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {placed.map(({ index, line, column }) => {
              const id = ids[index] ?? "";
              const item = itemOf.get(id);
              return (
                <Thing
                  key={id}
                  id={id}
                  item={item}
                  mark={marks.get(id)}
                  isHidden={item !== undefined && isHidden(item)}
                  motion={motionOf(id, motion)}
                  line={line}
                  at={index}
                  count={ids.length}
                  style={{ top: topOf(line) + HEADROOM_PX, left: leftOf(column), width: facePx.width }}
                />
              );
            })}
          </Row>
          {ids.length === 0 && (
            <p className={styles["empty"]}>
              <b>{itemsWords.emptyTitle}</b> {itemsWords.emptyText}
            </p>
          )}
          <NextPlace
            shelfId={shelf.id}
            href={`/shelves/${shelf.id}?${new URLSearchParams({ item: NEW_ITEM, ...(begin && { begin }) })}`}
            className={styles["placed"]}
            style={{
              top: topOf(lineCount - 1) + HEADROOM_PX,
              left: leftOf(ids.length % perLine),
              width: facePx.width,
            }}
          />
        </Board>
      </div>
    </>
  );
}

type Motion = "settling" | "landing";

/** A thing that was put down settles; one that is new lands. */
function motionOf(
  id: string,
  { settlingId, arrivals }: Pick<LinesProps, "settlingId" | "arrivals">,
): Motion | undefined {
  if (arrivals.has(id)) return "landing";
  return id === settlingId ? "settling" : undefined;
}

type ThingProps = {
  id: string;
  item: ItemRow | undefined;
  mark: RowMark | undefined;
  isHidden: boolean;
  motion: Motion | undefined;
  line: number;
  at: number;
  count: number;
  style: CSSProperties;
};

function Thing({ id, item, mark, isHidden, motion, line, at, count, style }: ThingProps) {
  const { row, link } = useSortableLink(id);
  return (
    <Place
      {...row}
      className={`${thing["thing"]} ${styles["placed"]}`}
      style={{ ...style, ...row.style }}
      data-row={line}
      data-hidden={isHidden || undefined}
      data-motion={motion}
      aria-posinset={at + 1}
      aria-setsize={count}
    >
      {item && (
        <ThingLink
          {...link}
          item={item}
          mark={mark}
          isHidden={isHidden}
          href={`/shelves/${item.shelfId}?item=${id}`}
        />
      )}
    </Place>
  );
}
