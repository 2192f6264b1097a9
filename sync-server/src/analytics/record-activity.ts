import type { OwnerRow } from "@shelv/contract/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { type ActivityRow, addActivities } from "#database/analytics-rows";
import { fetchRead } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";

/** For an added item, in the same transaction; not for a restored or imported one. */
export async function recordActivity(
  trx: Kysely<Schema>,
  { userId, name, changes, now }: { userId: string; name: string; changes: readonly RowChange[]; now: Date },
): Promise<void> {
  if (name !== "item.create") return;
  const rows: ActivityRow[] = [];
  for (const { table, before, after } of changes) {
    if (table !== "items" || before || !after) continue;
    const { title, shelfId } = after as OwnerRow<"items">;
    const [shelf] = (await fetchRead(trx, userId, ["shelves", shelfId])) as OwnerRow<"shelves">[];
    rows.push({
      userId,
      id: uuid(),
      type: "add",
      itemTitle: title,
      shelfName: shelf?.name ?? null,
      location: null,
      at: now.getTime(),
    });
  }
  await addActivities(trx, rows);
}
