import { generateNKeysBetween } from "fractional-indexing";

/** With the texts that most of Shelv's items have. */
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

export type BenchChange =
  | { do: "create"; item: BenchItem }
  | { do: "edit"; id: string; was: string; title: string };

const SHELVES = 5;
export const SHELF_IDS: readonly string[] = Array.from({ length: SHELVES }, (_, at) =>
  benchId(1_000_000 + at),
);
const EDIT_EVERY = 5;

/** The same for every run. */
export function offlineChanges(count: number): BenchChange[] {
  const positions = generateNKeysBetween(null, null, count);
  const items: BenchItem[] = [];
  return Array.from({ length: count }, (_, at) => {
    if (at % EDIT_EVERY === EDIT_EVERY - 1) {
      const { id, title } = items[(at - EDIT_EVERY + 1) / EDIT_EVERY] as BenchItem;
      return { do: "edit", id, was: title, title: `${title}, and worth it` };
    }
    const item = benchItem(at, positions[at] ?? "");
    items.push(item);
    return { do: "create", item };
  });
}

export function titlesAfter(changes: readonly BenchChange[]): Map<string, string> {
  return new Map(
    changes.map((change) =>
      change.do === "create" ? [change.item.id, change.item.title] : [change.id, change.title],
    ),
  );
}

const benchItem = (at: number, position: string): BenchItem => ({
  id: benchId(at + 1),
  shelfId: SHELF_IDS[at % SHELVES] ?? "",
  title: `A thing worth having, number ${at}`,
  url: `https://example.org/things/${at}?from=shelf`,
  description: "One line about why it stands here, and another about where it came from",
  price: `$${at % 100}.90`,
  emoji: "🎁",
  position,
});

function benchId(number: number): string {
  return `019b0000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}
