import type { CategoryRow } from "@shelv/contract/category";
import type { ItemRow } from "@shelv/contract/item";

/** In the order of all categories. */
export const categoryNames = ({ categoryIds }: ItemRow, categories: readonly CategoryRow[]): string[] =>
  categories.flatMap(({ id, name }) => (categoryIds.includes(id) ? [name] : []));
