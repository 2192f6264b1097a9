import { type ItemMarks, type ItemRow, NEW_ITEM_FIELDS, NEW_ITEM_MARKS, UNCHECKED } from "#rows/item";
import { NEW_SHELF_FIELDS, type ShelfRow } from "#rows/shelf";

const CREATED_AT = "2026-01-01T00:00:00.000Z";
const SHELF = { ...NEW_SHELF_FIELDS, name: "Books", emoji: "📚", position: "a0" };
const ITEM = {
  ...NEW_ITEM_FIELDS,
  title: "Mug",
  url: "https://example.com",
  categoryIds: [],
  position: "a0",
};

type NewShelf = Omit<ShelfRow, "createdAt">;
type NewItem = Omit<ItemRow, keyof ItemMarks | keyof typeof UNCHECKED | "createdAt">;

/** Arguments of `shelf.create`. */
export const newShelf = (own: Pick<ShelfRow, "id"> & Partial<NewShelf>): NewShelf => ({ ...SHELF, ...own });

export const newItem = (own: Pick<ItemRow, "id" | "shelfId"> & Partial<NewItem>): NewItem => ({
  ...ITEM,
  ...own,
});

export const shelfRow = (own: Pick<ShelfRow, "id"> & Partial<ShelfRow>): ShelfRow => ({
  ...SHELF,
  createdAt: CREATED_AT,
  ...own,
});

export const itemRow = (own: Pick<ItemRow, "id" | "shelfId"> & Partial<ItemRow>): ItemRow => ({
  ...ITEM,
  ...NEW_ITEM_MARKS,
  ...UNCHECKED,
  createdAt: CREATED_AT,
  ...own,
});
