/** One thing that is carried over boards, and the place where it would be put down. */
import type { ItemRow } from "@shelv/contract/rows/item";
import { atom } from "jotai";

export type Point = { x: number; y: number };
/** False for an element that is not in the document any more. */
export function isOver(element: Element, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return element.isConnected && x >= left && x <= right && y >= top && y <= bottom;
}

export type Direction = "left" | "right" | "up" | "down";

/** `at`: from 0, counted without the carried thing. */
export type BoardPlace = { shelfId: string; at: number };

export const isSamePlace = (a: BoardPlace, b: BoardPlace) => a.shelfId === b.shelfId && a.at === b.at;

/** The most things that a board of My Shelv shows. */
export const SHOWN_AT_MOST = 60;

export type Carry = {
  item: ItemRow;
  from: BoardPlace;
  to: BoardPlace;
  by: "pointer" | "keys";
  hadFocus: boolean;
  isHeld: boolean;
  /** Where it is deleted. Then `to` is the last place before. */
  isOverBin: boolean;
};

/** After the thing is put down, it stays until the boards show the store's order. */
export const carryAtom = atom<Carry | null>(null);

/** Null for a board that the thing neither left nor is above. */
export const carryOnBoard = (shelfId: string) =>
  atom((get) => {
    const carry = get(carryAtom);
    return carry?.from.shelfId === shelfId || carry?.to.shelfId === shelfId ? carry : null;
  });

/** What was put into the bin, until the boards show the store's order. */
export const binnedAtom = atom<ReadonlySet<string>>(new Set<string>());

export const SETTLED_WITHIN_MS = 1000;

/**
 * The ids of a board's things with the carried one: in its old place while it is held, even if another device
 * has deleted it (the events of a finger end with the element that it touched), and in its new one after that.
 */
export function idsWith(carry: Carry | null, shelfId: string, ids: readonly string[]): readonly string[] {
  if (!carry) return ids;
  const { id } = carry.item;
  if (carry.isHeld) return carry.from.shelfId === shelfId && !ids.includes(id) ? [...ids, id] : ids;
  if (isSamePlace(carry.from, carry.to)) return ids;
  const others = ids.filter((other) => other !== id);
  return carry.to.shelfId === shelfId ? others.toSpliced(carry.to.at, 0, id) : others;
}

/** By how many places the thing at an index makes room for the held one; `ids` are as on the board. */
export function shiftsOn(
  carry: Carry | null,
  shelfId: string,
  ids: readonly string[],
): (index: number) => number {
  if (!carry?.isHeld) return () => 0;
  const left = ids.indexOf(carry.item.id);
  return (index) => {
    const isAfterIt = left !== -1 && index > left;
    const place = isAfterIt ? index - 1 : index;
    const isAfterGap = !carry.isOverBin && carry.to.shelfId === shelfId && place >= carry.to.at;
    return Number(isAfterGap) - Number(isAfterIt);
  };
}

type Line = { firstPx: number; stepPx: number; facePx: number; count: number };

/** The place whose middle is nearest to `px`, among `count` things and the one after them. */
export const placeIn = ({ firstPx, stepPx, facePx, count }: Line, px: number): number =>
  count === 0 ? 0 : Math.min(count, Math.max(0, Math.round((px - firstPx - facePx / 2) / stepPx)));
