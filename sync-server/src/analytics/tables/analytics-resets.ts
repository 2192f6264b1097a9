import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";

export type Reset = { itemId: string; id: string; at: number; clicks: number };

export async function readResets(db: Kysely<Schema>, userId: string): Promise<Map<string, Reset>> {
  const rows = await db
    .selectFrom("analytics_reset")
    .select(["item_id as itemId", "id", "at", "clicks"])
    .where("user_id", "=", userId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return new Map(rows.map((reset) => [reset.itemId, reset]));
}

/** The most stored resets of an item: for an undo, and those before it. */
const RESETS_OF_ITEM = 3;

export async function addReset(
  trx: Kysely<Schema>,
  userId: string,
  { itemId, id, at, clicks }: Reset,
): Promise<void> {
  await trx
    .insertInto("analytics_reset")
    .values({ user_id: userId, item_id: itemId, id, at, clicks })
    .execute();
  const older = await trx
    .selectFrom("analytics_reset")
    .select("id")
    .where("user_id", "=", userId)
    .where("item_id", "=", itemId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .offset(RESETS_OF_ITEM)
    .execute();
  for (const { id } of older) await deleteReset(trx, userId, { itemId, id });
}

export async function deleteReset(
  trx: Kysely<Schema>,
  userId: string,
  { itemId, id }: Pick<Reset, "itemId" | "id">,
): Promise<void> {
  await trx
    .deleteFrom("analytics_reset")
    .where("user_id", "=", userId)
    .where("item_id", "=", itemId)
    .where("id", "=", id)
    .execute();
}
