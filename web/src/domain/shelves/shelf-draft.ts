import { SHELF_DEFAULT_EMOJI, type ShelfFields } from "@shelv/contract/rows/shelf";

export const EMPTY_SHELF: ShelfFields = { name: "", description: "", emoji: SHELF_DEFAULT_EMOJI };

export const shelfFieldsOf = ({ name, description, emoji }: ShelfFields): ShelfFields => ({
  name,
  description,
  emoji,
});
