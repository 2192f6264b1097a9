import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { type ActivityRow, addActivities } from "#analytics/tables/activities";
import type { Schema } from "#database/schema";
import type { Done } from "#shelves/mutate/apply-mutations";

/** For each new item, in the same transaction; not for restored or imported ones. */
export async function recordActivity(trx: Kysely<Schema>, done: readonly Done[]): Promise<void> {
  const activities: ActivityRow[] = [];
  for (const { userId, name, changes, now, rows } of done) {
    if (name !== "item.create") continue;
    for (const { table, before, after } of changes) {
      if (table !== "items" || before || !after) continue;
      const { title, shelfId } = after as OwnerRow<"items">;
      const [shelf] = (await rows.rows(["shelves", shelfId])) as OwnerRow<"shelves">[];
      activities.push({
        userId,
        id: uuid(),
        type: "add",
        itemTitle: title,
        shelfName: shelf?.name ?? null,
        location: null,
        at: now.getTime(),
      });
    }
  }
  if (activities.length > 0) await addActivities(trx, activities);
}
