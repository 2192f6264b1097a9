/** A board whose things are each their own handle: a press with a move, a hold of a finger or Space picks one up. */
import { DndContext, DragOverlay, useDndContext, useDraggable } from "@dnd-kit/core";
import type { ItemRow } from "@shelv/contract/rows/item";
import { Place } from "@shelv/public-page/board.tsx";
import { IconTrash } from "@tabler/icons-react";
import { dequal } from "dequal";
import { useAtomValue } from "jotai";
import {
  type ComponentProps,
  createContext,
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { dragAutoscroll } from "#ui/sortable/drag-autoscroll";
import { HoldLinks, useHandSensors } from "#ui/sortable/hand-sensors.tsx";
import { draggingWords } from "#words/dragging";
import { OwnItemFace } from "#domain/items/own-item-face.tsx";
import { binnedAtom, type BoardPlace, type Carry, carryOnBoard, type Direction, idsWith } from "./carry";
import type { DropPlaces } from "./drop-places";
import { Look } from "./room";
import styles from "./draggable-board.module.css";
import thing from "./thing.module.css";
import { ThingLink, type ThingLinkProps } from "./thing-link";
import { BIN_ID, type Carrying, linkOf, useCarry } from "./use-carry";

/** A ref: a new one at each step of a drag would render all things. */
const CarryingContext = createContext<RefObject<Carrying> | null>(null);

const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

type DraggableBoardProps = {
  shelfId: string;
  places: DropPlaces;
  carry: Carry | null;
  /** The page scrolls as far as it. */
  area: () => Element | null;
  children: ReactNode;
};

export function DraggableBoard({ shelfId, places, carry, area, children }: DraggableBoardProps) {
  const carrying = useCarry(places);
  const latest = useRef(carrying);
  useLayoutEffect(() => {
    latest.current = carrying;
  });
  const abandon = useEffectEvent(() => carrying.abandon(shelfId));
  // Its shelf was deleted, or another screen is shown.
  useEffect(() => () => abandon(), []);
  return (
    <CarryingContext value={latest}>
      <DndContext
        sensors={useHandSensors()}
        autoScroll={false}
        accessibility={{
          announcements: SILENT,
          screenReaderInstructions: { draggable: places.instructions },
        }}
        onDragStart={({ active }) => {
          const { item, at } = active.data.current as DraggedThing;
          carrying.pickUp(item, { shelfId, at }, "pointer");
        }}
        onDragEnd={() => void carrying.putDown()}
        onDragCancel={carrying.cancel}
      >
        {children}
        <Dragged shelfId={shelfId} carry={carry} carrying={carrying} area={area} />
        <HoldLinks />
      </DndContext>
      <FocusPutDown shelfId={shelfId} carry={carry} />
    </CarryingContext>
  );
}

export type OnBoard = {
  /** Null while nothing that came from this board or is above it is carried. */
  carry: Carry | null;
  /** The ids of the board's items in the order that is shown, with the carried one. */
  ids: readonly string[];
  drag: "held" | "put-down" | undefined;
};

export function useCarriedOn(shelfId: string, all: readonly string[]): OnBoard {
  const binned = useAtomValue(binnedAtom);
  const stored = useMemo(
    () => (binned.size === 0 ? all : all.filter((id) => !binned.has(id))),
    [binned, all],
  );
  const carry = useAtomValue(useMemo(() => carryOnBoard(shelfId), [shelfId]));
  // Until the store reports the new order, the carried one is where it was put down.
  const [putDown, setPutDown] = useState<{ carry: Carry; over: readonly string[] } | null>(null);
  if (carry && !carry.isHeld && putDown?.carry !== carry) setPutDown({ carry, over: all });
  const isReported = carry !== null && putDown?.carry === carry && putDown.over !== all;
  const ids = useMemo(
    () => (isReported ? stored : idsWith(carry, shelfId, stored)),
    [isReported, carry, shelfId, stored],
  );
  return { carry, ids, drag: carry ? (carry.isHeld ? "held" : "put-down") : undefined };
}

type DraggedThing = Pick<BoardPlace, "at"> & { item: ItemRow };

type DraggableThingProps = BoardPlace & { place: ComponentProps<typeof Place>; link: ThingLinkProps };

/** Most changes of a wall, such as a step of a drag or an arrival, concern few of its things. */
export const DraggableThing = memo(function DraggableThing({
  shelfId,
  at,
  place,
  link,
}: DraggableThingProps) {
  const { item } = link;
  const data = { item, at } satisfies DraggedThing;
  const { setNodeRef, listeners, attributes } = useDraggable({ id: item.id, data });
  const latest = use(CarryingContext);
  const press = (event: KeyboardEvent) => {
    const carrying = latest?.current;
    if (!carrying || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.repeat && (event.code === KEYS.pickUp || KEYS.putDown.includes(event.code))) {
      event.preventDefault();
      return;
    }
    if (KEYS.discard.includes(event.code)) {
      if (event.repeat || (carrying.isAnyHeld() && !carrying.isHeldByKeys(item.id))) return;
      void carrying.discard(item);
    } else if (!carrying.isHeldByKeys(item.id)) {
      if (event.code !== KEYS.pickUp || carrying.isAnyHeld()) return;
      carrying.pickUp(item, { shelfId, at }, "keys");
    } else if (!carryByKey(carrying, event.code)) return;
    if (event.code !== "Tab") event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Place ref={setNodeRef} {...place}>
      <ThingLink
        {...link}
        {...listeners}
        aria-describedby={attributes["aria-describedby"]}
        onKeyDown={press}
        onBlur={() => latest?.current.isHeldByKeys(item.id) && latest.current.cancel()}
      />
    </Place>
  );
}, dequal);

/** Enter opens the link. */
const KEYS = {
  pickUp: "Space",
  putDown: ["Space", "Enter", "Tab"],
  cancel: "Escape",
  discard: ["Delete", "Backspace"],
};

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

function carryByKey(carrying: Carrying, code: string): boolean {
  const direction = DIRECTIONS[code];
  if (direction) carrying.moveTowards(direction);
  else if (KEYS.putDown.includes(code)) void carrying.putDown();
  else if (code === KEYS.cancel) carrying.cancel();
  else return false;
  return true;
}

/** What a thing's place needs while one is carried, and after that. `id` is undefined after the last thing. */
export const carriedPlace = (carry: Carry | null, arrivals: ReadonlySet<string>, id?: string) => {
  const isCarried = id !== undefined && carry?.item.id === id;
  const isHeld = isCarried && carry.isHeld;
  const motion = isCarried ? "settling" : id !== undefined && arrivals.has(id) ? "landing" : undefined;
  return { "data-held": isHeld || undefined, "data-motion": isHeld ? undefined : motion };
};

type GapProps = { shelfId: string; carry: Carry | null; styleAt: (place: number) => CSSProperties };

/** Where the held thing would be put down: the thing itself if keys carry it, else its shadow. */
export function Gap({ shelfId, carry, styleAt }: GapProps) {
  const isHere = carry?.isHeld && !carry.isOverBin && carry.to.shelfId === shelfId;
  const isByKeys = carry?.by === "keys";
  const place = useRef<HTMLLIElement>(null);
  const at = isHere ? carry.to.at : null;
  useLayoutEffect(() => {
    if (at !== null && isByKeys)
      place.current?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }, [at, isByKeys]);
  if (!isHere) return null;
  return (
    <li
      ref={place}
      aria-hidden="true"
      data-dragging={isByKeys || undefined}
      className={`${thing["thing"]} ${isByKeys ? styles["ghost"] : styles["shadow"]}`}
      style={styleAt(carry.to.at)}
    >
      {isByKeys && (
        <span className="shelv-item">
          <OwnItemFace item={carry.item} />
        </span>
      )}
    </li>
  );
}

type DraggedProps = Pick<DraggableBoardProps, "shelfId" | "carry" | "area"> & { carrying: Carrying };

/** A thing that a mouse or a finger carries, below it. */
function Dragged({ shelfId, carry, carrying, area }: DraggedProps) {
  const { active } = useDndContext();
  const isCarried = carry?.isHeld === true && carry.by === "pointer" && carry.from.shelfId === shelfId;
  const follow = useEffectEvent(carrying.moveToPoint);
  const scroll = useEffectEvent(() => {
    const element = area();
    return element ? dragAutoscroll(element, (point) => follow(point, element)) : undefined;
  });
  useEffect(() => (isCarried ? scroll() : undefined), [isCarried]);
  const cancel = useEffectEvent(carrying.cancel);
  // dnd-kit does not report the end of a drag that ends before its beginning is rendered.
  useEffect(() => {
    if (isCarried && active === null) cancel();
  }, [isCarried, active]);
  return createPortal(
    <>
      {isCarried && <Bin isOver={carry.isOverBin} />}
      <DragOverlay dropAnimation={null} style={{ pointerEvents: "none" }}>
        {isCarried ? (
          <Look>
            <div className={styles["dragged"]} data-over-bin={carry.isOverBin || undefined}>
              <div className="shelv-board">
                <div className={thing["thing"]} data-dragging>
                  <span className="shelv-item">
                    <OwnItemFace item={carry.item} />
                  </span>
                </div>
              </div>
            </div>
          </Look>
        ) : null}
      </DragOverlay>
    </>,
    document.body,
  );
}

const Bin = ({ isOver }: { isOver: boolean }) => (
  <div className={styles["bin"]} id={BIN_ID} data-over={isOver || undefined} aria-hidden="true">
    <IconTrash size={26} />
    {isOver ? draggingWords.letGo : draggingWords.bin}
  </div>
);

/** The link that had the focus left with the old place. */
function FocusPutDown({ shelfId, carry }: Pick<DraggableBoardProps, "shelfId" | "carry">) {
  const isHere = carry?.isHeld === false && carry.hadFocus && carry.to.shelfId === shelfId;
  const id = isHere ? carry.item.id : null;
  const by = carry?.by;
  useLayoutEffect(() => {
    if (id !== null) linkOf(id)?.focus({ preventScroll: by === "pointer" });
  }, [id, by]);
  return null;
}
