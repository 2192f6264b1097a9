import type { ItemRow } from "@shelv/contract/rows/item";
import { useStore } from "jotai";
import { usePlaceItem } from "#domain/items/moving/place-item";
import { announce } from "#ui/feedback/toast";
import { draggingWords } from "#words/dragging";
import { afterPaint } from "#platform/wait";
import type { DropPlaces } from "./drop-places";
import {
  type BoardPlace,
  type Carry,
  carryAtom,
  type Direction,
  isSamePlace,
  type Point,
  SETTLED_WITHIN_MS,
} from "./carry";

export function useCarry(places: DropPlaces) {
  const store = useStore();
  const placeItem = usePlaceItem();
  const held = () => {
    const carry = store.get(carryAtom);
    return carry?.isHeld ? carry : null;
  };
  const end = (carry: Carry) => {
    if (store.get(carryAtom) === carry) store.set(carryAtom, null);
  };
  const moveTo = (to: BoardPlace) => {
    const carry = held();
    if (!carry || isSamePlace(carry.to, to)) return;
    store.set(carryAtom, { ...carry, to });
    announce(places.words.over(carry.item, to));
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
      });
      announce(places.words.lifted(item, from));
    },
    /** Returns the row below the point, if it scrolls sideways. */
    moveToPoint: (point: Point, area: Element): Element | null => {
      const carry = held();
      const place = carry && places.placeAt(point, carry, area);
      if (!place) return null;
      moveTo(place.to);
      return place.row;
    },
    moveTowards: (direction: Direction) => {
      const carry = held();
      const to = carry && places.placeTowards(direction, carry);
      if (to) moveTo(to);
    },
    putDown: async () => {
      const carry = held();
      if (!carry) return;
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

export const linkOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-thing="${CSS.escape(id)}"] > a`);
