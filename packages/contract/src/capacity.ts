import { ACCOUNT_LIMITS, ITEM_LIMITS, SHELF_LIMITS } from "./account-limits.ts";
import { Refusal } from "./refusal.ts";

export const CAPACITY = {
  ...ACCOUNT_LIMITS,
  categoriesOfShelf: SHELF_LIMITS.categories,
  itemsOfShelf: SHELF_LIMITS.items,
  categoriesOfItem: ITEM_LIMITS.categories,
} as const;
export type CapacityLimit = keyof typeof CAPACITY;

/**
 * An undo in this time may exceed a limit by a tenth: the toast may show, and another device may have added
 * items.
 */
export const UNDO_WITHIN_MS = 15_000;
export const UNDO_ALLOWANCE = 1.1;

const count = (limit: CapacityLimit) => CAPACITY[limit].toLocaleString("en");

const SENTENCES: Record<CapacityLimit, string> = {
  shelves: `An account has room for ${count("shelves")} shelves. Delete one to make room`,
  categories: `An account has room for ${count("categories")} categories. Delete one to make room`,
  items: `An account has room for ${count("items")} items. Delete some to make room`,
  categoriesOfShelf: `A shelf has room for ${count("categoriesOfShelf")} categories. Delete one to make room`,
  itemsOfShelf: `A shelf has room for ${count("itemsOfShelf")} items. Delete some, or use another shelf`,
  categoriesOfItem: `An item can be in ${count("categoriesOfItem")} categories. Take it out of one first`,
};

/** Names the limit. */
export class AccountFull extends Refusal {
  constructor(limit: CapacityLimit) {
    super("account-full");
    this.message = SENTENCES[limit];
  }
}
