/** The things of a board, each its own handle: a press with a move, a hold of a finger or Space picks one up. */
import { DndContext, DragOverlay, useDraggable } from "@dnd-kit/core";
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
import { draggingWords } from "#words/dragging";
import { useArrivals } from "./arrivals";
import { type Carry, carryAtom, itemsWith, shiftOf } from "./carry";
import { type Carrying, useCarrying } from "./carrying";
import { Look } from "./room";
import { type OneThingProps, RowOfThings, type RowOfThingsProps } from "./shelf-board";
import styles from "./shelf-board.module.css";
import thing from "./thing.module.css";
import { OwnItemFace, ThingLink } from "./thing-link";

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

export function CarryingRow({ stored, ...props }: RowOfThingsProps) {
  const { shelf, isCovered } = props;
  const carrying = useCarrying();
  const carry = useAtomValue(carryAtom);
  const items = useItemsWith(carry, shelf.id, stored);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const arrivals = useArrivals(ids, isCovered);
  const placeOf = (index: number, id?: string) => {
    const isCarried = id !== undefined && carry?.item.id === id;
    const places = shiftOf(carry, shelf.id, items, index);
    return {
      style: places === 0 ? undefined : { transform: `translateX(calc(${places} * var(--step)))` },
      "data-held": (isCarried && carry.isHeld) || undefined,
      "data-motion":
        id !== undefined && arrivals.has(id)
          ? "landing"
          : isCarried && !carry.isHeld
            ? "settling"
            : undefined,
    };
  };
  const row = useRef<HTMLUListElement>(null);
  const pickUp = (id: string) => {
    const at = stored.findIndex((item) => item.id === id);
    const item = stored[at];
    if (item) carrying.pickUp(item, { shelfId: shelf.id, at }, "pointer");
  };
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
          OneThing={CarriedThing}
          placeOf={placeOf}
          row={row}
          isCarrying={carry?.isHeld === true}
        >
          <Ghost shelfId={shelf.id} />
        </RowOfThings>
        <Overlay shelfId={shelf.id} carrying={carrying} row={row} />
        <HoldLinks />
      </DndContext>
      <FocusAfterKeys shelfId={shelf.id} row={row} />
    </CarryingContext>
  );
}

/** Until the store reports the new order, the carried thing stands where it was put down. */
function useItemsWith(carry: Carry | null, shelfId: string, stored: readonly ItemRow[]): readonly ItemRow[] {
  const [putDown, setPutDown] = useState<{ carry: Carry; over: readonly ItemRow[] } | null>(null);
  if (carry && !carry.isHeld && putDown?.carry !== carry) setPutDown({ carry, over: stored });
  const isReported = carry !== null && putDown?.carry === carry && putDown.over !== stored;
  return useMemo(
    () => (isReported ? stored : itemsWith(carry, shelfId, stored)),
    [isReported, carry, shelfId, stored],
  );
}

function CarriedThing({ shelf, at, place, link }: OneThingProps) {
  const { setNodeRef, listeners, attributes } = useDraggable({ id: link.item.id });
  const carrying = use(CarryingContext);
  const press = (event: KeyboardEvent) => {
    if (!carrying) return;
    if (!carrying.isHeldByKeys(link.item.id)) {
      if (event.code !== "Space") return;
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
const PUT_DOWN = new Set(["Space", "Enter", "Tab"]);

function carryByKey(carrying: Carrying, code: string): boolean {
  const step = STEPS[code];
  if (step) carrying.moveBy(step);
  else if (PUT_DOWN.has(code)) void carrying.putDown();
  else if (code === "Escape") carrying.cancel();
  else return false;
  return true;
}

/** A thing that keys carry, where they would put it down. */
function Ghost({ shelfId }: { shelfId: string }) {
  const carry = useAtomValue(carryAtom);
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

type OverlayProps = { shelfId: string; carrying: Carrying; row: RefObject<HTMLElement | null> };

/** A thing that a hand carries, below it. */
function Overlay({ shelfId, carrying, row }: OverlayProps) {
  const carry = useAtomValue(carryAtom);
  const isCarried = carry?.isHeld && carry.by === "pointer" && carry.from.shelfId === shelfId;
  const follow = useEffectEvent(carrying.moveToPoint);
  useEffect(() => {
    const boards = row.current?.closest("ol");
    return isCarried && boards ? dragAutoscroll(boards, follow) : undefined;
  }, [isCarried, row]);
  const abandon = useEffectEvent(() => isCarried && carrying.cancel());
  // The board's shelf was deleted.
  useEffect(() => () => void abandon(), []);
  return createPortal(
    <DragOverlay dropAnimation={null} style={{ pointerEvents: "none" }}>
      {isCarried ? (
        <Look className={styles["overlay"]}>
          <div className="shelv-board">
            <div className={thing["thing"]} data-dragging>
              <span className="shelv-item">
                <OwnItemFace item={carry.item} />
              </span>
            </div>
          </div>
        </Look>
      ) : null}
    </DragOverlay>,
    document.body,
  );
}

function FocusAfterKeys({ shelfId, row }: { shelfId: string; row: RefObject<HTMLElement | null> }) {
  const carry = useAtomValue(carryAtom);
  const putHere =
    carry && !carry.isHeld && carry.by === "keys" && carry.to.shelfId === shelfId ? carry.item.id : null;
  useLayoutEffect(() => {
    if (putHere !== null)
      row.current?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(putHere)}"] > a`)?.focus();
  }, [putHere, row]);
  return null;
}
