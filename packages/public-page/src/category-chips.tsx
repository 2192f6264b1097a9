import { SHELF_MAX_CHIPS } from "@shelv/contract/page-limits";
import type { PageShelf } from "./page-data.ts";
import { pageWords } from "#text/page-words";

/** The n-th chip matches the items' class `shelv-in-n`; see page-style.ts. */
export function CategoryChips({
  shelf: { id, name, categories },
}: {
  shelf: Pick<PageShelf, "id" | "name" | "categories">;
}) {
  if (categories.length === 0) return null;
  return (
    <div className="shelv-chips" role="radiogroup" aria-label={`Categories of ${name}`}>
      {[{ id: "", name: pageWords.allCategories }, ...categories.slice(0, SHELF_MAX_CHIPS)].map(
        (category, at) => (
          <label key={category.id} className={`shelv-chip shelv-chip-${at}`} dir="auto">
            <input type="radio" name={`c-${id}`} defaultChecked={at === 0} />
            {category.name}
          </label>
        ),
      )}
    </div>
  );
}

export const chipNumbers = (categories: PageShelf["categories"]): ReadonlyMap<string, number> =>
  new Map(categories.slice(0, SHELF_MAX_CHIPS).map(({ id }, at) => [id, at + 1]));

/** Classes by which chips select an item. */
export function chipClasses(chips: ReadonlyMap<string, number>, categoryIds: readonly string[]): string {
  const numbers = new Set(categoryIds.flatMap((id) => chips.get(id) ?? []));
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => `shelv-in-${number}`)
    .join(" ");
}
