/**
 * A shelf as its visitors see it, and where its owner works: things are carried by pointer, finger or
 * keyboard, and a tap opens one. Only the lines near the window are rendered.
 */
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { useAtomValue } from "jotai";
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RowMark } from "#local-store/queries";
import { afterClosing, useMadeRow } from "#domain/arrivals/made-row";
import { NEW_ITEM, openedItemAtom } from "#domain/items/open-item";
import type { Selection } from "#domain/items/selection/use-selection";
import { useVirtualRows, useVisibleItems } from "#domain/items/use-virtual-rows";
import { heightOfSheet } from "#ui/dialogs/open-modals";
import { scrollIntoSight } from "#platform/scroll-into-sight";
import { itemsWords } from "#words/screens/items";
import { useArrivals, useIsCovered } from "./arrivals";
import { shiftsOn } from "./carry";
import {
  carriedPlace,
  DraggableBoard,
  DraggableThing,
  Gap,
  type OnBoard,
  useCarriedOn,
} from "./draggable-board";
import board from "./draggable-board.module.css";
import { inLines } from "./drop-places";
import { type Lines, linesIn, shiftBy, styleAt } from "./lines";
import { NextPlace } from "./next-place";
import { OwnersCss, Room } from "./room";
import thing from "./thing.module.css";
import { SelectableThing, useIsHidden } from "./thing-link";
import styles from "./wall.module.css";

/** Rendered above and below the window: Tab and a flick find them. */
const LINES_BEYOND = 2;

type WallProps = {
  shelf: ShelfRow;
  /** Of the whole shelf, in order. */
  ids: readonly string[];
  marks: ReadonlyMap<string, RowMark>;
  hrefOf: (item: string) => string;
  selection: Selection;
};

export const Wall = (props: WallProps) => (
  <Room>
    <OwnersCss />
    <MeasuredWall {...props} />
  </Room>
);

function MeasuredWall({ ids, ...props }: WallProps) {
  const place = useRef<HTMLDivElement>(null);
  const rem = useRef<HTMLSpanElement>(null);
  const room = useRoom(place, rem);
  const lines = useMemo(() => linesIn(room, ids.length + 1), [room, ids.length]);
  const { ids: shown, ...carried } = useCarriedOn(props.shelf.id, ids);
  const { width, height } = lines.facePx;
  return (
    <div
      ref={place}
      className={styles["boards"]}
      data-covered={useIsCovered() || undefined}
      data-narrow={lines.isNarrow || undefined}
      style={{ "--face-w": `${width}px`, "--face-h": `${height}px` } as CSSProperties}
    >
      <span ref={rem} className={styles["rem"]} aria-hidden="true" />
      {room.widthPx > 0 && <LinesOfThings {...props} ids={shown} lines={lines} {...carried} />}
    </div>
  );
}

type Measured = RefObject<HTMLElement | null>;

/** `rem` is as wide as the letters are high. */
function useRoom(place: Measured, rem: Measured): { widthPx: number; remPx: number } {
  const [room, setRoom] = useState({ widthPx: 0, remPx: 16 });
  useLayoutEffect(() => {
    const [wall, letter] = [place.current, rem.current];
    if (!wall || !letter) return undefined;
    const measure = () => setRoom({ widthPx: wall.clientWidth, remPx: letter.getBoundingClientRect().width });
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(wall);
    watching.observe(letter);
    return () => watching.disconnect();
  }, [place, rem]);
  return room;
}

type LinesProps = WallProps & Pick<OnBoard, "carry" | "drag"> & { lines: Lines };

function LinesOfThings({ ids, shelf, marks, hrefOf, selection, lines, carry, drag }: LinesProps) {
  const { perLine, linePx } = lines;
  const place = useRef<HTMLUListElement>(null);
  // The place for the next thing counts.
  const lineCount = Math.ceil((ids.length + 1) / perLine);
  const lineIds = useMemo(() => Array.from({ length: lineCount }, (_, line) => String(line)), [lineCount]);
  const lineOf = useCallback((id: string) => Math.floor(ids.indexOf(id) / perLine), [ids, perLine]);
  const virtualizer = useVirtualRows(place, {
    ids: lineIds,
    rowOf: lineOf,
    rowPx: linePx,
    overscan: LINES_BEYOND,
    pinnedId: carry?.item.id,
  });
  const inSight = virtualizer.getVirtualItems();
  const placed = inSight.flatMap(({ index: line }) =>
    Array.from({ length: perLine }, (_, column) => ({ index: line * perLine + column })).filter(
      ({ index }) => index < ids.length,
    ),
  );
  const itemOf = useVisibleItems(placed, ids);
  const isHidden = useIsHidden();
  const opened = useAtomValue(openedItemAtom);
  const arrivals = useArrivals(ids, carry?.item.id);
  const shiftOf = useMemo(() => shiftsOn(carry, shelf.id, ids), [carry, shelf.id, ids]);
  const { madeId, noteShown } = useMadeRow();
  const shownId = opened ?? (madeId !== null && ids.includes(madeId) ? madeId : null);
  const show = useEffectEvent((id: string, now: Pick<Lines, "perLine" | "linePx">) => {
    const line = Math.floor(ids.indexOf(id) / now.perLine);
    if (line === -1) return;
    const top = (place.current?.getBoundingClientRect().top ?? 0) + line * now.linePx;
    scrollIntoSight({ top, bottom: top + now.linePx }, heightOfSheet());
    if (id === madeId) noteShown();
  });
  const isThere = shownId !== null && ids.includes(shownId);
  // Not when it moves: the owner may look elsewhere.
  useEffect(() => {
    if (isThere) afterClosing(() => show(shownId, { perLine, linePx }));
  }, [shownId, isThere, perLine, linePx]);
  const places = inLines({ shelfId: shelf.id, lines, count: ids.length });
  return (
    <DraggableBoard shelfId={shelf.id} places={places} carry={carry} area={() => place.current}>
      <div aria-hidden="true">
        {inSight.map(({ index: line }) => (
          <div key={line} className={styles["plank"]} style={{ top: line * linePx, height: linePx }}>
            <Board>{null}</Board>
          </div>
        ))}
      </div>
      <div className={styles["onBoards"]}>
        <Board>
          <Row
            ref={place}
            aria-label={itemsWords.listLabel(shelf.name)}
            className={`${styles["things"]} ${board["things"]}`}
            data-drag={drag}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {placed.map(({ index }) => {
              const id = ids[index] ?? "";
              const item = itemOf.get(id) ?? (carry?.item.id === id ? carry.item : undefined);
              const moved = shiftOf(index);
              const inPlace = {
                className: `${thing["thing"]} ${styles["placed"]}`,
                style: {
                  ...styleAt(lines, index),
                  ...(moved !== 0 && { transform: shiftBy(lines, index, index + moved) }),
                },
                "data-thing": id,
                "data-row": id,
                "data-open": id === opened || undefined,
                "data-hidden": (item && isHidden(item)) || undefined,
                "aria-posinset": index + 1,
                "aria-setsize": ids.length,
                ...carriedPlace(carry, arrivals, id),
              };
              if (!item) return <Place key={id} {...inPlace} />;
              const link = {
                item,
                mark: marks.get(id),
                isHidden: isHidden(item),
                href: hrefOf(id),
              };
              if (selection.isOn)
                return (
                  <Place key={id} {...inPlace} data-selected={selection.has(id) || undefined}>
                    <SelectableThing {...link} isSelected={selection.has(id)} onToggle={selection.toggle} />
                  </Place>
                );
              return <DraggableThing key={id} shelfId={shelf.id} at={index} place={inPlace} link={link} />;
            })}
            <Gap shelfId={shelf.id} carry={carry} styleAt={(at) => styleAt(lines, at)} />
          </Row>
          {ids.length === 0 && (
            <p className={styles["empty"]}>
              <b>{itemsWords.emptyTitle}</b> {itemsWords.emptyText}
            </p>
          )}
          {!selection.isOn && (
            <NextPlace
              shelfId={shelf.id}
              href={hrefOf(NEW_ITEM)}
              className={styles["placed"]}
              style={styleAt(lines, ids.length)}
            />
          )}
        </Board>
      </div>
    </DraggableBoard>
  );
}
