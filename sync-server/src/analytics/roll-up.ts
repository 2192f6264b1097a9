import type { CountedRow } from "#database/analytics-rows";
import { dayOf } from "./day.ts";

type Counted = {
  userId: string;
  type: "view" | "click";
  at: number;
  item: { id: string; shelfId: string } | null;
};

/**
 * One entry for each day and subject. A view counts for the page and all its shelves; a click for the page,
 * the item and its shelf.
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
