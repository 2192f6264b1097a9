import type { ItemRow } from "@shelv/contract/rows/item";
import { useStore } from "jotai";
import { useDeleteItems } from "#domain/items/delete-items";
import { usePlaceItem } from "#domain/items/moving/place-item";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { announce } from "#ui/feedback/toast";
import { draggingWords } from "#words/dragging";
import { afterPaint } from "#platform/wait";
import type { DropPlaces } from "./drop-places";
import {
  binnedAtom,
  type BoardPlace,
  type Carry,
  carryAtom,
  type Direction,
  isOver,
  isSamePlace,
  type Point,
  SETTLED_WITHIN_MS,
} from "./carry";

export function useCarry(places: DropPlaces) {
  const store = useStore();
  const placeItem = usePlaceItem();
  const deleteItems = useDeleteItems();
  const held = () => {
    const carry = store.get(carryAtom);
    return carry?.isHeld ? carry : null;
  };
  const end = (carry: Carry) => {
    if (store.get(carryAtom) === carry) store.set(carryAtom, null);
  };
  const moveTo = (to: BoardPlace) => {
    const carry = held();
    if (!carry || (isSamePlace(carry.to, to) && !carry.isOverBin)) return;
    store.set(carryAtom, { ...carry, to, isOverBin: false });
    announce(places.words.over(carry.item, to));
  };
  const moveOverBin = (carry: Carry) => {
    if (carry.isOverBin) return;
    store.set(carryAtom, { ...carry, isOverBin: true });
    announce(draggingWords.overBin(carry.item.title));
  };
  const discard = async ({ id }: ItemRow, hadFocus: boolean) => {
    const neighbour = hadFocus ? focusNeighbour() : null;
    store.set(binnedAtom, (binned) => new Set([...binned, id]));
    store.set(carryAtom, null);
    neighbour?.focus();
    const settle = () =>
      store.set(binnedAtom, (binned) => new Set([...binned].filter((other) => other !== id)));
    if (await deleteItems([id])) setTimeout(settle, SETTLED_WITHIN_MS);
    else settle();
  };
  return {
    isHeldByKeys: (id: string) => {
      const carry = held();
      return carry !== null && carry.by === "keys" && carry.item.id === id;
    },
    isAnyHeld: () => held() !== null,
    pickUp: (item: ItemRow, from: BoardPlace, by: Carry["by"]) => {
      store.set(carryAtom, {
        item,
        from,
        to: from,
        by,
        hadFocus: linkOf(item.id) === document.activeElement,
        isHeld: true,
        isOverBin: false,
      });
      announce(places.words.lifted(item, from));
    },
    /** Returns the row below the point, if it scrolls sideways. Over the bin, nothing scrolls. */
    moveToPoint: (point: Point, area: Element): Element | "still" | null => {
      const carry = held();
      if (carry && isBinAt(point)) {
        moveOverBin(carry);
        return "still";
      }
      if (!carry) return null;
      const place = places.placeAt(point, carry, area);
      // Away from all boards, also from the bin, its last place is kept.
      moveTo(place?.to ?? carry.to);
      return place?.row ?? null;
    },
    moveTowards: (direction: Direction) => {
      const carry = held();
      const to = carry && places.placeTowards(direction, carry);
      if (to) moveTo(to);
    },
    putDown: async () => {
      const carry = held();
      if (!carry) return;
      if (carry.isOverBin) {
        await discard(carry.item, carry.hadFocus);
        return;
      }
      const put = { ...carry, isHeld: false };
      store.set(carryAtom, put);
      announce(places.words.dropped(put.item, put.to));
      const isMoved = !isSamePlace(put.from, put.to);
      if (!isMoved || (await placeItem(put.item, put.to))) setTimeout(() => end(put), SETTLED_WITHIN_MS);
      else {
        end(put);
        if (put.hadFocus)
          afterPaint(() => linkOf(put.item.id)?.focus({ preventScroll: put.by === "pointer" }));
      }
    },
    /** Deletes it, whether it is held or not, by a key on its link. */
    discard: (item: ItemRow) => discard(item, true),
    /** Announces nothing: the board that it comes from is gone. */
    abandon: (shelfId: string) => {
      const carry = held();
      if (carry?.from.shelfId === shelfId) end(carry);
    },
    cancel: () => {
      const carry = held();
      if (!carry) return;
      end(carry);
      announce(draggingWords.cancelled(carry.item.title));
      if (carry.by === "keys") afterPaint(() => document.activeElement?.scrollIntoView({ block: "nearest" }));
    },
  };
}

export type Carrying = ReturnType<typeof useCarry>;

/** Looked up in each frame of a drag: an attribute would be searched in all boards. */
export const BIN_ID = "bin";

function isBinAt(point: Point): boolean {
  const bin = document.getElementById(BIN_ID);
  return bin !== null && isOver(bin, point);
}

export const linkOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-thing="${CSS.escape(id)}"] > a`);
