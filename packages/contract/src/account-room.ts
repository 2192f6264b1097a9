/**
 * How much one account may hold, whatever its plan: one database serves everybody. Accounts that hold more since before keep it
 * and cannot add.
 */
export const ACCOUNT_ROOM = { shelves: 500, categories: 2000, items: 10_000 } as const;
/** Of these, on one shelf. */
export const SHELF_ROOM = { categories: 100, items: 2000 } as const;
export const ITEM_ROOM = { categories: 50 } as const;

/** Of the `shelv.json` in an export that is taken in. */
export const EXPORT_FILE_MAX_BYTES = 16 * 1024 * 1024;

const count = (rows: number) => rows.toLocaleString("en");

export const EXPORT_TOO_LARGE =
  `This export holds more than an account has room for: ${count(ACCOUNT_ROOM.shelves)} shelves, ${count(ACCOUNT_ROOM.categories)} categories ` +
  `(${count(SHELF_ROOM.categories)} a shelf, ${count(ITEM_ROOM.categories)} an item), ${count(ACCOUNT_ROOM.items)} items (${count(SHELF_ROOM.items)} a shelf) and ${EXPORT_FILE_MAX_BYTES / 1024 ** 2} MB of text`;
