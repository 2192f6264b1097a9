import type { CountedRow } from "#database/analytics-rows";
import { dayOf } from "./day.ts";

type Counted = {
  userId: string;
  type: "view" | "click";
  at: number;
  item: { id: string; shelfId: string } | null;
};

/**
 * What a batch adds to each day of each thing, every thing and day once. A view is one of the page and of each of the
 * owner's shelves; a click is one of the page, of the item, and of the shelf that the item stands on.
 */
export function rollUp(
  events: readonly Counted[],
  shelves: readonly { userId: string; id: string }[],
): CountedRow[] {
  const shelvesOf = Map.groupBy(shelves, ({ userId }) => userId);
  const rows = new Map<string, CountedRow>();
  const add = ({ userId, at, type }: Counted, kind: CountedRow["kind"], subjectId: string) => {
    const key = `${userId} ${kind} ${subjectId} ${dayOf(at)}`;
    const row = rows.get(key) ?? { userId, kind, subjectId, day: dayOf(at), views: 0, clicks: 0 };
    row[type === "view" ? "views" : "clicks"] += 1;
    rows.set(key, row);
  };
  for (const event of events) {
    add(event, "page", "");
    if (event.item) {
      add(event, "item", event.item.id);
      add(event, "shelf", event.item.shelfId);
    } else {
      for (const { id } of shelvesOf.get(event.userId) ?? []) add(event, "shelf", id);
    }
  }
  return [...rows.values()];
}
