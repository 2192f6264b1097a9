/**
 * Whether the machine's clock can be believed. A server that starts with a dead battery or a mistyped date would otherwise forget
 * devices, sessions and names whose time has not come. A jump is believed once the clock has gone on from there for a day.
 */
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";

const DAY_MS = 24 * 60 * 60_000;
/** Longer than a server is usually off. */
const JUMP_MS = 7 * DAY_MS;
const BELIEVED_AFTER_MS = DAY_MS;

export type SweepClock = { trustedAt: number; doubtedAt: number | null };

/** What is stored next, and whether `now` is believed. */
export function judgeClock(before: SweepClock, now: number): SweepClock & { isTrusted: boolean } {
  const { trustedAt, doubtedAt } = before;
  const hasGoneOn = doubtedAt !== null && now - doubtedAt >= BELIEVED_AFTER_MS && now - doubtedAt <= JUMP_MS;
  if (isShortAfter(trustedAt, now) || hasGoneOn) return { trustedAt: now, doubtedAt: null, isTrusted: true };
  return {
    trustedAt,
    doubtedAt: doubtedAt !== null && isShortAfter(doubtedAt, now) ? doubtedAt : now,
    isTrusted: false,
  };
}

const isShortAfter = (then: number, now: number) => now >= then && now - then <= JUMP_MS;

/** Compares the clock with what it said at the last sweep, and stores what it says now. */
export async function isClockTrusted({
  db: { writer },
  now,
}: {
  db: Database;
  now: () => Date;
}): Promise<boolean> {
  const at = now().getTime();
  const stored = await writer
    .selectFrom("sweep_clock")
    .select(["trusted_at as trustedAt", "doubted_at as doubtedAt"])
    .executeTakeFirst();
  const { isTrusted, ...judged } = judgeClock(stored ?? { trustedAt: at, doubtedAt: null }, at);
  await store(writer, judged);
  return isTrusted;
}

async function store(writer: Kysely<Schema>, { trustedAt, doubtedAt }: SweepClock): Promise<void> {
  const clock = { trusted_at: trustedAt, doubted_at: doubtedAt };
  await writer
    .insertInto("sweep_clock")
    .values({ id: 1, ...clock })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(clock))
    .execute();
}
