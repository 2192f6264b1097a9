/**
 * How much time the server has seen go by. A wrong clock must not make the sweeps forget devices, sessions and names early: a row is
 * old only where the clock says so and the server has seen that much time since the clock last jumped.
 *
 *     age of a row = min(clock - row's time, time seen since the last jump)
 */
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";

const DAY_MS = 24 * 60 * 60_000;
/** A clock that moved further than this between two looks has jumped, or the server was off for longer than is usual. */
export const JUMP_MS = 7 * DAY_MS;

/** `seenMs` is what the server has seen since the clock last jumped. */
export type SweepClock = { lookedAt: number; seenMs: number };
export type Look = SweepClock & { hasJumped: boolean };

/**
 * What a look at the clock says, given the one before. `elapsedMs` is the time since then by a clock that nobody sets, where this
 * process made that look itself.
 */
export function nextLook(before: SweepClock | null, now: number, elapsedMs = Infinity): Look {
  if (!before) return { lookedAt: now, seenMs: 0, hasJumped: false };
  const movedMs = now - before.lookedAt;
  if (Math.abs(movedMs) > JUMP_MS) return { lookedAt: now, seenMs: 0, hasJumped: true };
  const seenMs = before.seenMs + Math.max(0, Math.min(movedMs, elapsedMs));
  return { lookedAt: now, seenMs, hasJumped: false };
}

/** Rows from up to then are older than `keptMs`. Before all rows, where the server has not seen so much time go by. */
export const oldFrom = (keptMs: number, { now, seenMs }: { now: Date; seenMs: number }): number =>
  seenMs >= keptMs ? now.getTime() - keptMs : -1;

/** Looks at the clock and stores what it says, over restarts. */
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
