/**
 * A reset deletes nothing: readers leave out what was counted before it, so that an undo is one deletion.
 * Page and shelves keep their counts.
 */
import { Refusal } from "@shelv/contract/refusal";
import type { CountReset } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { writeDays } from "#analytics/tables/analytics-days";
import { addReset, readResets, type Reset } from "#analytics/tables/analytics-resets";
import { lockVisitsOf } from "#analytics/tables/tracked-pages";
import type { Schema } from "#database/schema";
import { dayRow, openDays, readAllTime } from "./days/stored-days.ts";
import { dayOf } from "./day.ts";

/** The caller holds the owner's lock. */
export async function resetItem(
  trx: Kysely<Schema>,
  { userId, itemId, now }: { userId: string; itemId: string; now: Date },
): Promise<CountReset> {
  const item = await trx
    .selectFrom("item")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", itemId)
    .executeTakeFirst();
  if (!item) throw new Refusal("item-not-found");
  // No click is between the reads.
  await lockVisitsOf(trx, userId);
  const { clicksOfItem } = await readAllTime(trx, userId);
  const before = (await readResets(trx, userId)).get(itemId);
  const at = Math.max(now.getTime(), (before?.at ?? 0) + 1);
  const today = dayOf(at);
  const table = (await openDays(trx, today, [userId])).get(userId);
  if (table?.reset(itemId, at)) await writeDays(trx, [dayRow(userId, today, table)]);
  const reset = { itemId, id: uuid(), at, clicks: clicksOfItem.get(itemId) ?? 0 };
  await addReset(trx, userId, reset);
  return { id: reset.id, itemId, resetAt: new Date(at).toISOString() };
}

export const clicksSince = (reset: Reset | undefined, clicks: number): number =>
  reset ? Math.max(0, clicks - reset.clicks) : clicks;
