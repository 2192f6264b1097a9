/**
 * On any plan, since all accounts share one database. An account above a limit keeps its rows but cannot add
 * any.
 */
export const ACCOUNT_LIMITS = { shelves: 500, categories: 2000, items: 10_000 } as const;
export const SHELF_LIMITS = { categories: 100, items: 2000 } as const;
export const ITEM_LIMITS = { categories: 50 } as const;

export const CAPTURE_TOKENS_MAX = 20;
/** Browsers that are signed in. The next one ends the session that would end first. */
export const SESSIONS_MAX = 200;

export const CAPACITY = {
  ...ACCOUNT_LIMITS,
  categoriesOfShelf: SHELF_LIMITS.categories,
  itemsOfShelf: SHELF_LIMITS.items,
  categoriesOfItem: ITEM_LIMITS.categories,
  /** Of all items' texts, in UTF-8: without it, an account may have 360 MB. */
  textMb: 16,
} as const;
export type CapacityLimit = keyof typeof CAPACITY;

/**
 * How long a deletion's toast may show. Until then an undo may exceed a limit by a tenth: another device may
 * have added items.
 */
export const UNDO_WITHIN_MS = 15_000;
export const UNDO_ALLOWANCE = 1.1;

export const EXPORT_FILE_MAX_BYTES = 16 * 1024 * 1024;

const count = (rows: number) => rows.toLocaleString("en");

export const EXPORT_TOO_LARGE =
  `This export holds more than an account has room for: ${count(ACCOUNT_LIMITS.shelves)} shelves, ${count(ACCOUNT_LIMITS.categories)} categories ` +
  `(${count(SHELF_LIMITS.categories)} a shelf, ${count(ITEM_LIMITS.categories)} an item), ${count(ACCOUNT_LIMITS.items)} items (${count(SHELF_LIMITS.items)} a shelf) and ${EXPORT_FILE_MAX_BYTES / 1024 ** 2} MB of text`;
