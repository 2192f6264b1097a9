import type { PageShelf } from "./page-data.ts";
import { pageWords } from "./page-words.ts";

/** "All" and a chip for each category. The n-th chip goes with the class `shelv-in-n` of items; see page-style.ts. */
export function CategoryChips({ shelf: { id, name, categories } }: { shelf: Pick<PageShelf, "id" | "name" | "categories"> }) {
  if (categories.length === 0) return null;
  return (
    <div className="shelv-chips" role="radiogroup" aria-label={`Categories of ${name}`}>
      {[{ id: "", name: pageWords.allCategories }, ...categories].map((category, at) => (
        <label key={category.id} className={`shelv-chip shelv-chip-${at}`} dir="auto">
          <input type="radio" name={`c-${id}`} defaultChecked={at === 0} />
          {category.name}
        </label>
      ))}
    </div>
  );
}

/** The classes by which chips find an item. */
export const chipClasses = (categories: PageShelf["categories"], categoryIds: readonly string[]): string =>
  categories.map(({ id }, at) => (categoryIds.includes(id) ? ` shelv-in-${at + 1}` : "")).join("");
