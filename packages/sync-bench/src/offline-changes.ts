import { generateNKeysBetween } from "fractional-indexing";

/** What stands on a shelf, with all the fields that an item of ours has. */
export type BenchItem = {
  id: string;
  shelfId: string;
  title: string;
  url: string;
  description: string;
  price: string;
  emoji: string;
  position: string;
};

/** What an owner did without a network. */
export type BenchChange =
  | { do: "create"; item: BenchItem }
  | { do: "edit"; id: string; was: string; title: string };

export const SHELF_ID = benchId(0);
/** Each fifth change gives an item that was made before another title. */
const EDIT_EVERY = 5;

/** The first so many changes of a morning offline: the same ones for every engine and in every run. */
export function offlineChanges(count: number): BenchChange[] {
  const positions = generateNKeysBetween(null, null, count);
  const items: BenchItem[] = [];
  return Array.from({ length: count }, (_, at) => {
    if (at % EDIT_EVERY === EDIT_EVERY - 1) {
      // Each item is edited once at most, in the order they were made.
      const { id, title } = items[(at - EDIT_EVERY + 1) / EDIT_EVERY] as BenchItem;
      return { do: "edit", id, was: title, title: `${title}, and worth it` };
    }
    const item = benchItem(at, positions[at] ?? "");
    items.push(item);
    return { do: "create", item };
  });
}

/** The titles that these changes leave behind, by the ids of their items. */
export function titlesAfter(changes: readonly BenchChange[]): Map<string, string> {
  return new Map(
    changes.map((change) =>
      change.do === "create" ? [change.item.id, change.item.title] : [change.id, change.title],
    ),
  );
}

const benchItem = (at: number, position: string): BenchItem => ({
  id: benchId(at + 1),
  shelfId: SHELF_ID,
  title: `A thing worth having, number ${at}`,
  url: `https://example.org/things/${at}?from=shelf`,
  description: "One line about why it stands here, and another about where it came from",
  price: `$${at % 100}.90`,
  emoji: "🎁",
  position,
});

/** A UUIDv7 that is the same in every process. */
function benchId(number: number): string {
  return `019b0000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}
