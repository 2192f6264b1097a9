/** Carries a thing over the boards of My Shelv, as they are in the document. */
import type { ItemRow } from "@shelv/contract/rows/item";
import { useStore } from "jotai";
import { usePlaceItem } from "#domain/items/moving/place-item";
import { announce } from "#ui/feedback/toast";
import { draggingWords } from "#words/dragging";
import { afterPaint } from "#platform/wait";
import { type BoardPlace, type Carry, carryAtom, placeIn, SETTLED_WITHIN_MS } from "./carry";
import { SHOWN_AT_MOST } from "./shelf-board";

type Point = { x: number; y: number };

export function useCarry() {
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
    if (!carry || isSame(carry.to, to)) return;
    store.set(carryAtom, { ...carry, to });
    announce(draggingWords.overBoard(...spoken(carry.item, to)));
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
      announce(draggingWords.liftedFromBoard(...spoken(item, from)));
    },
    /** Returns the row of things below the point. */
    moveToPoint: (point: Point): Element | null => {
      const carry = held();
      const row = document.elementFromPoint(point.x, point.y)?.closest("[data-board]")?.querySelector("ul");
      if (!carry || !row) return null;
      moveTo(placeBelow(row, carry.item.id, point.x));
      return row;
    },
    /** Along the board by `places`, or to another one, so many boards down. */
    moveBy: ({ places = 0, boards = 0 }: { places?: number; boards?: number }) => {
      const carry = held();
      if (!carry) return;
      const all = [...document.querySelectorAll<HTMLElement>("[data-board]")];
      const board = all[all.findIndex(({ dataset }) => dataset["board"] === carry.to.shelfId) + boards];
      const shelfId = board?.dataset["board"];
      if (!board || shelfId === undefined) return;
      board.scrollIntoView({ block: "nearest", behavior: "instant" });
      const at = Math.min(lastPlaceOn(board, carry.item.id), Math.max(0, carry.to.at + places));
      moveTo({ shelfId, at });
    },
    putDown: async () => {
      const carry = held();
      if (!carry) return;
      const put = { ...carry, isHeld: false };
      store.set(carryAtom, put);
      announce(draggingWords.droppedOnBoard(...spoken(put.item, put.to)));
      const isMoved = !isSame(put.from, put.to);
      if (!isMoved || (await placeItem(put.item, put.to))) setTimeout(() => end(put), SETTLED_WITHIN_MS);
      else {
        end(put);
        if (put.hadFocus)
          afterPaint(() => linkOf(put.item.id)?.focus({ preventScroll: put.by === "pointer" }));
      }
    },
    /** Without a word: the board that it comes from is gone. */
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

const isSame = (a: BoardPlace, b: BoardPlace) => a.shelfId === b.shelfId && a.at === b.at;

function spoken({ id, title }: ItemRow, { shelfId, at }: BoardPlace): [string, string, number, number] {
  const board = document.querySelector<HTMLElement>(`[data-board="${CSS.escape(shelfId)}"]`);
  const size = Number(board?.dataset["boardSize"] ?? 0);
  const isOnIt = board?.querySelector(thingSelector(id)) !== null;
  return [title, board?.dataset["boardName"] ?? "", at + 1, isOnIt ? size : size + 1];
}

const thingSelector = (id: string) => `[data-thing="${CSS.escape(id)}"]`;

export const linkOf = (id: string) => document.querySelector<HTMLElement>(`${thingSelector(id)} > a`);

/** Beyond what a board shows, it would be out of sight. */
const lastPlaceOn = (board: Element, id: string) => Math.min(othersOn(board, id), SHOWN_AT_MOST - 1);

const othersOn = (board: Element, id: string) =>
  [...board.querySelectorAll<HTMLElement>("[data-thing]")].filter(({ dataset }) => dataset["thing"] !== id)
    .length;

function placeBelow(row: HTMLElement, id: string, x: number): BoardPlace {
  const [first, second] = row.children as HTMLCollectionOf<HTMLElement>;
  const board = row.closest<HTMLElement>("[data-board]");
  const firstPx = first?.offsetLeft ?? 0;
  const at = placeIn(
    {
      firstPx,
      facePx: first?.offsetWidth ?? 0,
      stepPx: (second?.offsetLeft ?? 0) - firstPx,
      count: lastPlaceOn(row, id),
    },
    x - row.getBoundingClientRect().left + row.scrollLeft,
  );
  return { shelfId: board?.dataset["board"] ?? "", at };
}
