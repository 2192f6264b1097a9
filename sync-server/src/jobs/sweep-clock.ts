/**
 * The time that the server has observed: a wrong clock must not delete devices, sessions and names early.
 *
 *   age of a row = min(clock - row's time, time observed since the last jump)
 */
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";

const DAY_MS = 24 * 60 * 60_000;
/** More time than this between two checks is a jump, or the server was off for unusually long. */
export const JUMP_MS = 7 * DAY_MS;

/** `seenMs`: observed since the clock last jumped. */
export type SweepClock = { lookedAt: number; seenMs: number };
export type Look = SweepClock & { hasJumped: boolean };

/** `elapsedMs`: since the last check by the monotonic clock, if this process made it. */
export function nextLook(before: SweepClock | null, now: number, elapsedMs = Infinity): Look {
  if (!before) return { lookedAt: now, seenMs: 0, hasJumped: false };
  const movedMs = now - before.lookedAt;
  if (Math.abs(movedMs) > JUMP_MS) return { lookedAt: now, seenMs: 0, hasJumped: true };
  const seenMs = before.seenMs + Math.max(0, Math.min(movedMs, elapsedMs));
  return { lookedAt: now, seenMs, hasJumped: false };
}

/** Rows up to this time are older than `keptMs`; -1, before all rows, if the server has observed less. */
export const oldFrom = (keptMs: number, { now, seenMs }: { now: Date; seenMs: number }): number =>
  seenMs >= keptMs ? now.getTime() - keptMs : -1;

export async function lookAtClock(
  { db: { writer }, now }: { db: Database; now: () => Date },
  elapsedMs?: number,
): Promise<Look> {
  const before = await writer
    .selectFrom("sweep_clock")
    .select(["looked_at as lookedAt", "seen_ms as seenMs"])
    .executeTakeFirst();
  const look = nextLook(before ?? null, now().getTime(), elapsedMs);
  await store(writer, look);
  return look;
}

async function store(writer: Kysely<Schema>, { lookedAt, seenMs }: SweepClock): Promise<void> {
  const clock = { looked_at: lookedAt, seen_ms: Math.floor(seenMs) };
  await writer
    .insertInto("sweep_clock")
    .values({ id: 1, ...clock })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(clock))
    .execute();
}
