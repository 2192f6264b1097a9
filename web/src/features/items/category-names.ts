import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";

export const categoryNames = ({ categoryIds }: ItemRow, categories: readonly CategoryRow[]): string[] =>
  categories.flatMap(({ id, name }) => (categoryIds.includes(id) ? [name] : []));
