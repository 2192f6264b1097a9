/** The newest events of each owner, in a ring, by whole batches. */
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type AtRow, batchStatement, rowNumbers } from "#database/statement";

export type ActivityRow = {
  userId: string;
  id: string;
  type: "click" | "view" | "add";
  itemTitle: string | null;
  shelfName: string | null;
  location: string | null;
  at: number;
};

/** The next one replaces the oldest. */
export const ACTIVITIES_MAX = 200;

/** Each owner's newest last, over the oldest stored ones. The owners must exist. */
export async function addActivities(trx: Kysely<Schema>, activities: readonly ActivityRow[]): Promise<void> {
  const ofOwner = Map.groupBy(activities, ({ userId }) => userId);
  const written = await countingActivities(
    trx,
    [...ofOwner].map(([userId, { length }]) => ({ userId, written: length })),
  );
  const rows = written.flatMap(({ userId, written }) => {
    const own = ofOwner.get(userId) ?? [];
    return own.slice(-ACTIVITIES_MAX).map((activity, index, { length }) => ({
      ...activity,
      slot: (written - length + index) % ACTIVITIES_MAX,
    }));
  });
  await writingActivities.send(trx, rows);
}

const countingActivities = batchStatement((db, at: AtRow<"userId" | "written">, count) =>
  db
    .insertInto("analytics_ring")
    .values(rowNumbers(count).map((row) => ({ user_id: at(row, "userId"), written: at(row, "written") })))
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((eb) => ({
        written: eb("analytics_ring.written", "+", eb.ref("excluded.written")),
      })),
    )
    .returning(["user_id as userId", "written"]),
);

const writingActivities = batchStatement((db, at: AtRow<keyof ActivityRow | "slot">, count) =>
  db
    .insertInto("analytics_activity")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        slot: at(row, "slot"),
        id: at(row, "id"),
        type: at(row, "type"),
        item_title: at(row, "itemTitle"),
        shelf_name: at(row, "shelfName"),
        location: at(row, "location"),
        at: at(row, "at"),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "slot"]).doUpdateSet((eb) => ({
        id: eb.ref("excluded.id"),
        type: eb.ref("excluded.type"),
        item_title: eb.ref("excluded.item_title"),
        shelf_name: eb.ref("excluded.shelf_name"),
        location: eb.ref("excluded.location"),
        at: eb.ref("excluded.at"),
      })),
    ),
);
