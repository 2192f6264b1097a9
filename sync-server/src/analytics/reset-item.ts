/**
 * A reset deletes nothing: it stores what the item's counts were, which readers subtract, so that an undo is
 * one deletion. The counts of the page and its shelves stay.
 */
import { Refusal } from "@shelv/contract/refusal";
import type { CountReset } from "@shelv/contract/analytics";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { addReset, type Reset } from "#analytics/tables/analytics-resets";
import { lockVisitsOf } from "#analytics/tables/tracked-pages";
import type { Schema } from "#database/schema";
import { type Counts, DayTable } from "./days/day-table.ts";
import { packDay, unpackDay } from "./days/packed-day.ts";
import { readAllTime, storedDays } from "./days/stored-days.ts";
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
  const today = dayOf(now.getTime());
  const before = new DayTable();
  for await (const { table } of storedDays(trx, { userId, from: today, to: today }))
    before.merge(table.ofItem(itemId));
  const reset = {
    itemId,
    id: uuid(),
    at: now.getTime(),
    clicks: clicksOfItem.get(itemId) ?? 0,
    packed: packDay(before),
  };
  await addReset(trx, userId, reset);
  return { id: reset.id, itemId, resetAt: now.toISOString() };
}

export const clicksSince = (reset: Reset | undefined, clicks: number): number =>
  reset ? Math.max(0, clicks - reset.clicks) : clicks;

/** What a reset subtracts from a day: null for nothing, "all" for a day before it. */
export function countedBefore(reset: Reset | undefined, day: number): DayTable | "all" | null {
  if (!reset || day > dayOf(reset.at)) return null;
  return day < dayOf(reset.at) ? "all" : unpackDay(reset.packed);
}

export function subtract(sum: Counts, { views, clicks, visitors }: Counts): void {
  sum.views = Math.max(0, sum.views - views);
  sum.clicks = Math.max(0, sum.clicks - clicks);
  sum.visitors = Math.max(0, sum.visitors - visitors);
}
