/** One thing that is carried over the boards of My Shelv, and the place where it would be put down. */
import type { ItemRow } from "@shelv/contract/rows/item";
import { atom } from "jotai";

/** `at`: from 0, counted without the carried thing. */
export type BoardPlace = { shelfId: string; at: number };

export type Carry = {
  item: ItemRow;
  from: BoardPlace;
  to: BoardPlace;
  by: "pointer" | "keys";
  hadFocus: boolean;
  isHeld: boolean;
};

/** After the thing is put down, it stays until the boards show the store's order. */
export const carryAtom = atom<Carry | null>(null);

/** Null for a board that the thing neither left nor is above. */
export const carryOnBoard = (shelfId: string) =>
  atom((get) => {
    const carry = get(carryAtom);
    return carry?.from.shelfId === shelfId || carry?.to.shelfId === shelfId ? carry : null;
  });

export const SETTLED_WITHIN_MS = 1000;

/**
 * The items of a board with the carried one: in its old place while it is held, even if another device has
 * deleted it (the events of a finger end with the element that it touched), and in its new one after that.
 */
export function itemsWith(
  carry: Carry | null,
  shelfId: string,
  items: readonly ItemRow[],
): readonly ItemRow[] {
  if (!carry) return items;
  const others = items.filter(({ id }) => id !== carry.item.id);
  if (carry.isHeld)
    return carry.from.shelfId === shelfId && others.length === items.length ? [...items, carry.item] : items;
  if (carry.to.shelfId !== shelfId) return others;
  return others.toSpliced(carry.to.at, 0, { ...carry.item, shelfId });
}

/** By how many places the thing at `index` makes room for the held one; `items` are as on the board. */
export function shiftOf(
  carry: Carry | null,
  shelfId: string,
  items: readonly ItemRow[],
  index: number,
): number {
  if (!carry?.isHeld) return 0;
  const left = items.findIndex(({ id }) => id === carry.item.id);
  const isAfterIt = left !== -1 && index > left;
  const place = isAfterIt ? index - 1 : index;
  const isAfterGap = carry.to.shelfId === shelfId && place >= carry.to.at;
  return Number(isAfterGap) - Number(isAfterIt);
}

type Line = { firstPx: number; stepPx: number; facePx: number; count: number };

/** The place whose middle is nearest to `px`, among `count` things and the one after them. */
export const placeIn = ({ firstPx, stepPx, facePx, count }: Line, px: number): number =>
  count === 0 ? 0 : Math.min(count, Math.max(0, Math.round((px - firstPx - facePx / 2) / stepPx)));
