import { namesOf, picked } from "@shelv/contract/rows/field";
import {
  NEW_SHELF_FIELDS,
  SHELF_DEFAULT_EMOJI,
  SHELF_FIELDS,
  type ShelfFields,
} from "@shelv/contract/rows/shelf";

export const EMPTY_SHELF: ShelfFields = { ...NEW_SHELF_FIELDS, emoji: SHELF_DEFAULT_EMOJI };

export const shelfFieldsOf = (shelf: ShelfFields): ShelfFields => picked(shelf, namesOf(SHELF_FIELDS));
