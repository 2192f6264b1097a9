/**
 * A new item's form shows the link, the picture and, once there is one of them, the title. The rest is under
 * "More".
 */
import type { FormErrors } from "@mantine/form";
import { ITEM_FORM_FIELDS, NEW_ITEM_FIELDS, PICTURE_FIELDS } from "@shelv/contract/rows/item";
import type { ItemDraft } from "./save-item";

const FIRST: ReadonlySet<string> = new Set(["url", "title", ...PICTURE_FIELDS]);
const MORE = ITEM_FORM_FIELDS.filter((field) => !FIRST.has(field));

/** `shelfId`: where the form was opened. */
export const hasMore = (draft: ItemDraft, shelfId: string): boolean =>
  draft.shelfId !== shelfId ||
  draft.categoryIds.length > 0 ||
  MORE.some((field) => draft[field] !== NEW_ITEM_FIELDS[field]);

export const isMoreWrong = (errors: FormErrors): boolean =>
  Object.keys(errors).some((field) => !FIRST.has(field));
