/** The items of a board, each its own handle: a press with a move, a hold of a finger or Space picks one up. */
import { DndContext, DragOverlay, useDndContext, useDraggable } from "@dnd-kit/core";
import type { ItemRow } from "@shelv/contract/rows/item";
import { Place } from "@shelv/public-page/board.tsx";
import { useAtomValue } from "jotai";
import {
  createContext,
  type KeyboardEvent,
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
import { LINK_KEYS } from "#ui/sortable/sortable-area.tsx";
import { draggingWords } from "#words/dragging";
import { OwnItemFace } from "#domain/items/own-item-face.tsx";
import { useArrivals } from "./arrivals";
import { type Carry, carryOnBoard, itemsWith, shiftOf } from "./carry";
import { Look } from "./room";
import { type OneThingProps, RowOfThings, type RowOfThingsProps } from "./shelf-board";
import styles from "./shelf-board.module.css";
import thing from "./thing.module.css";
import { ThingLink } from "./thing-link";
import { type Carrying, linkOf, useCarry } from "./use-carry";

const CarryingContext = createContext<Carrying | null>(null);

const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: draggingWords.boardInstructions },
};

export function DraggableRow({ stored, ...props }: RowOfThingsProps) {
  const { shelf, ids, isCovered } = props;
  const carrying = useCarry();
  const carry = useAtomValue(useMemo(() => carryOnBoard(shelf.id), [shelf.id]));
  const items = useItemsWith(carry, shelf.id, stored);
  const arrivals = useArrivals(ids ?? NO_IDS, isCovered, carry?.item.id);
  const placeOf = (index: number, id?: string) => {
    const isCarried = id !== undefined && carry?.item.id === id;
    const places = shiftOf(carry, shelf.id, items, index);
    return {
      style: places === 0 ? undefined : { transform: `translateX(calc(${places} * var(--step)))` },
      "data-held": (isCarried && carry.isHeld) || undefined,
      "data-motion": isCarried ? (carry.isHeld ? undefined : "settling") : landing(arrivals, id),
    };
  };
  const row = useRef<HTMLUListElement>(null);
  const pickUp = (id: string) => {
    const at = stored.findIndex((item) => item.id === id);
    const item = stored[at];
    if (item) carrying.pickUp(item, { shelfId: shelf.id, at }, "pointer");
  };
  const abandon = useEffectEvent(() => carrying.abandon(shelf.id));
  // Its shelf was deleted, or another screen is shown.
  useEffect(() => () => abandon(), []);
  return (
    <CarryingContext value={carrying}>
      <DndContext
        sensors={useHandSensors()}
        autoScroll={false}
        accessibility={SILENT}
        onDragStart={({ active }) => pickUp(String(active.id))}
        onDragEnd={() => void carrying.putDown()}
        onDragCancel={carrying.cancel}
      >
        <RowOfThings
          {...props}
          items={items}
          OneThing={DraggableThing}
          placeOf={placeOf}
          row={row}
          drag={carry ? (carry.isHeld ? "held" : "put-down") : undefined}
        >
          <Ghost shelfId={shelf.id} carry={carry} />
        </RowOfThings>
        <Dragged shelfId={shelf.id} carry={carry} carrying={carrying} row={row} />
        <HoldLinks />
      </DndContext>
      <FocusPutDown shelfId={shelf.id} carry={carry} />
    </CarryingContext>
  );
}

const NO_IDS: readonly string[] = [];

const landing = (arrivals: ReadonlySet<string>, id: string | undefined) =>
  id !== undefined && arrivals.has(id) ? "landing" : undefined;

/** Until the store reports the new order, the carried item is where it was put down. */
function useItemsWith(carry: Carry | null, shelfId: string, stored: readonly ItemRow[]): readonly ItemRow[] {
  const [putDown, setPutDown] = useState<{ carry: Carry; over: readonly ItemRow[] } | null>(null);
  if (carry && !carry.isHeld && putDown?.carry !== carry) setPutDown({ carry, over: stored });
  const isReported = carry !== null && putDown?.carry === carry && putDown.over !== stored;
  return useMemo(
    () => (isReported ? stored : itemsWith(carry, shelfId, stored)),
    [isReported, carry, shelfId, stored],
  );
}

function DraggableThing({ shelf, at, place, link }: OneThingProps) {
  const { setNodeRef, listeners, attributes } = useDraggable({ id: link.item.id });
  const carrying = use(CarryingContext);
  const press = (event: KeyboardEvent) => {
    if (!carrying || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!carrying.isHeldByKeys(link.item.id)) {
      if (!LINK_KEYS.start.includes(event.code) || carrying.isAnyHeld()) return;
      carrying.pickUp(link.item, { shelfId: shelf.id, at }, "keys");
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
        onBlur={() => carrying?.isHeldByKeys(link.item.id) && carrying.cancel()}
      />
    </Place>
  );
}

const STEPS: Record<string, Parameters<Carrying["moveBy"]>[0]> = {
  ArrowLeft: { places: -1 },
  ArrowRight: { places: 1 },
  ArrowUp: { boards: -1 },
  ArrowDown: { boards: 1 },
};

function carryByKey(carrying: Carrying, code: string): boolean {
  const step = STEPS[code];
  if (step) carrying.moveBy(step);
  else if (LINK_KEYS.end.includes(code)) void carrying.putDown();
  else if (LINK_KEYS.cancel.includes(code)) carrying.cancel();
  else return false;
  return true;
}

type OnBoardProps = { shelfId: string; carry: Carry | null };

/** An item that keys carry, where they would put it down. */
function Ghost({ shelfId, carry }: OnBoardProps) {
  const isHere = carry?.isHeld && carry.by === "keys" && carry.to.shelfId === shelfId;
  const place = useRef<HTMLLIElement>(null);
  const at = isHere ? carry.to.at : null;
  useLayoutEffect(() => {
    if (at !== null)
      place.current?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }, [at]);
  if (!isHere) return null;
  return (
    <li
      ref={place}
      aria-hidden="true"
      data-dragging
      className={`${thing["thing"]} ${styles["ghost"]}`}
      style={{ left: `calc(var(--shelv-inset) + ${at} * var(--step))` }}
    >
      <span className="shelv-item">
        <OwnItemFace item={carry.item} />
      </span>
    </li>
  );
}

type DraggedProps = OnBoardProps & { carrying: Carrying; row: RefObject<HTMLElement | null> };

/** An item that a mouse or a finger carries, below it. */
function Dragged({ shelfId, carry, carrying, row }: DraggedProps) {
  const { active } = useDndContext();
  const isCarried = carry?.isHeld === true && carry.by === "pointer" && carry.from.shelfId === shelfId;
  const follow = useEffectEvent(carrying.moveToPoint);
  useEffect(() => {
    const boards = row.current?.closest("ol");
    return isCarried && boards ? dragAutoscroll(boards, follow) : undefined;
  }, [isCarried, row]);
  const cancel = useEffectEvent(carrying.cancel);
  // dnd-kit does not report the end of a drag that ends before its beginning is rendered.
  useEffect(() => {
    if (isCarried && active === null) cancel();
  }, [isCarried, active]);
  return createPortal(
    <DragOverlay dropAnimation={null} style={{ pointerEvents: "none" }}>
      {isCarried ? (
        <Look>
          <div className={styles["dragged"]}>
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
    </DragOverlay>,
    document.body,
  );
}

/** The link that had the focus left with the old place. */
function FocusPutDown({ shelfId, carry }: OnBoardProps) {
  const isHere = carry?.isHeld === false && carry.hadFocus && carry.to.shelfId === shelfId;
  const id = isHere ? carry.item.id : null;
  const by = carry?.by;
  useLayoutEffect(() => {
    if (id !== null) linkOf(id)?.focus({ preventScroll: by === "pointer" });
  }, [id, by]);
  return null;
}
