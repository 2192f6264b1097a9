import { ACCOUNT_ROOM, ITEM_ROOM, SHELF_ROOM } from "./account-room.ts";
import { Refusal } from "./refusal.ts";

/** Every limit by its name. */
export const CAPACITY = {
  ...ACCOUNT_ROOM,
  categoriesOfShelf: SHELF_ROOM.categories,
  itemsOfShelf: SHELF_ROOM.items,
  categoriesOfItem: ITEM_ROOM.categories,
} as const;
export type CapacityLimit = keyof typeof CAPACITY;

/** An undo within this time of its deletion may pass a limit by a tenth: it is longer than the toast is shown, and another device may have added things. */
export const UNDO_WITHIN_MS = 15_000;
export const UNDO_ROOM = 1.1;

const count = (limit: CapacityLimit) => CAPACITY[limit].toLocaleString("en");

const SENTENCES: Record<CapacityLimit, string> = {
  shelves: `An account has room for ${count("shelves")} shelves. Delete one to make room`,
  categories: `An account has room for ${count("categories")} categories. Delete one to make room`,
  items: `An account has room for ${count("items")} items. Delete some to make room`,
  categoriesOfShelf: `A shelf has room for ${count("categoriesOfShelf")} categories. Delete one to make room`,
  itemsOfShelf: `A shelf has room for ${count("itemsOfShelf")} items. Delete some, or use another shelf`,
  categoriesOfItem: `An item can be in ${count("categoriesOfItem")} categories. Take it out of one first`,
};

/** Says which limit it is that was met. */
export class AccountFull extends Refusal {
  constructor(limit: CapacityLimit) {
    super("account-full");
    this.message = SENTENCES[limit];
  }
}
