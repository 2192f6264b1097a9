import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";

/** Returns the names of an item's categories, in the order of all categories. */
export const categoryNames = ({ categoryIds }: ItemRow, categories: readonly CategoryRow[]): string[] =>
  categories.flatMap(({ id, name }) => (categoryIds.includes(id) ? [name] : []));
