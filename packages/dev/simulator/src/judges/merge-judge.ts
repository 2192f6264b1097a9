import { categoryNameKey, type CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { RowChange } from "@shelv/mutators/memory-tx";

type Merge = { winner: string; atMs: number };
type Named = { name: string; args: unknown };

/** Derives from every write that categories of one name on a shelf become one, with the items of both. */
export class MergeJudge {
  readonly #categories = new Map<string, CategoryRow>();
  readonly #items = new Map<string, ItemRow>();
  readonly #merges = new Map<string, Merge>();

  add(mutation: Named, changes: readonly RowChange[], nowMs: number): ReadonlyMap<string, string> {
    const before = new Map(this.#items);
    for (const { table, id, after } of changes) {
      if (table === "categories") setOrDelete(this.#categories, id, after as CategoryRow | null);
      if (table === "items") setOrDelete(this.#items, id, after as ItemRow | null);
    }
    const merged = mergedIn(mutation, changes);
    for (const loser of merged) this.#merge(loser, nowMs);
    if (merged.length > 0) this.#itemsMustFollow(before);
    this.#namesMustDiffer(changes);
    this.#mustBeJoined(mutation);
    return new Map(merged.map(({ id }) => [id, this.winnerOf(id)]));
  }

  winnerOf(id: string): string {
    return this.#merges.get(id)?.winner ?? id;
  }

  forget(untilMs: number): void {
    for (const [id, { atMs }] of this.#merges) if (atMs <= untilMs) this.#merges.delete(id);
  }

  copyFrom(other: MergeJudge): void {
    for (const [id, row] of other.#categories) this.#categories.set(id, row);
    for (const [id, row] of other.#items) this.#items.set(id, row);
    for (const [id, merge] of other.#merges) this.#merges.set(id, { ...merge });
  }

  #merge(loser: CategoryRow, nowMs: number): void {
    const winner = this.#ofSameName(loser)[0];
    if (!winner || winner > loser.id)
      throw new Error(`Category ${loser.id} is gone, but was merged into none`);
    for (const merge of this.#merges.values()) if (merge.winner === loser.id) merge.winner = winner;
    this.#merges.set(loser.id, { winner, atMs: nowMs });
  }

  #itemsMustFollow(before: ReadonlyMap<string, ItemRow>): void {
    for (const [id, item] of before) {
      const now = this.#items.get(id)?.categoryIds;
      const lost = item.categoryIds.find((of) => this.#merges.has(of) && !now?.includes(this.winnerOf(of)));
      if (now && lost !== undefined) throw new Error(`Item ${id} did not follow its category ${lost}`);
    }
  }

  #namesMustDiffer(changes: readonly RowChange[]): void {
    for (const { table, id } of changes) {
      const category = table === "categories" ? this.#categories.get(id) : undefined;
      if (category && this.#ofSameName(category).length > 1)
        throw new Error(`There are several categories "${category.name}" on shelf ${category.shelfId}`);
    }
  }

  #mustBeJoined({ name, args }: Named): void {
    const { id, categoryIds, categories } = args as {
      id: string;
      categoryIds?: string[];
      categories?: { add: string[] };
    };
    const joined = name === "item.create" ? categoryIds : name === "item.update" ? categories?.add : [];
    const item = this.#items.get(id);
    for (const of of joined ?? []) {
      const winner = this.winnerOf(of);
      const isThere = item !== undefined && this.#categories.get(winner)?.shelfId === item.shelfId;
      if (isThere && !item.categoryIds.includes(winner))
        throw new Error(
          `Item ${id} was put into category ${of}, which is ${winner} by now, and is not in it`,
        );
    }
  }

  #ofSameName({ shelfId, name }: CategoryRow): string[] {
    return [...this.#categories.values()]
      .filter((one) => one.shelfId === shelfId && categoryNameKey(one.name) === categoryNameKey(name))
      .map(({ id }) => id)
      .toSorted();
  }
}

const mergedIn = ({ name }: Named, changes: readonly RowChange[]): CategoryRow[] =>
  name.endsWith(".delete") || name === "part"
    ? []
    : changes.flatMap(({ table, before, after }) =>
        table === "categories" && before && !after ? [before as CategoryRow] : [],
      );

function setOrDelete<T>(map: Map<string, T>, id: string, row: T | null): void {
  if (row) map.set(id, row);
  else map.delete(id);
}
