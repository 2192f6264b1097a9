import * as v from "valibot";
import { id } from "./id.ts";
import { position } from "./position.ts";
import { requiredLine } from "./text.ts";

const CATEGORY_NAME_MAX_LENGTH = 40;

/** What an owner types. Two categories of one shelf may bear one name: two devices may have made them. */
export const categoryFields = v.object({
  name: requiredLine(CATEGORY_NAME_MAX_LENGTH, "Category name is required"),
});

/** A category as it is stored and synced. It never leaves its shelf. */
export const categoryRow = v.object({
  id,
  shelfId: id,
  ...categoryFields.entries,
  position,
  createdAt: v.string(),
});
export type CategoryRow = v.InferOutput<typeof categoryRow>;

/** Ids of an item's categories: a set, kept in the order of their bytes so that equal sets are equal texts. */
export const categoryIds = v.pipe(
  v.array(id),
  v.maxLength(100),
  v.transform((ids) => [...new Set(ids)].toSorted()),
);
