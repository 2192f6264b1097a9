/**
 * Deletes old tombstones, notices, `opId`s, and devices whose changes the server no longer accepts. A device
 * that missed a deleted tombstone starts over (`gc_floor`); a deleted one sends its changes again, and
 * `opId`s show which are applied.
 */
import { NOTICE_RETENTION_MS, type NoticeRow } from "@shelv/contract/rows/notice";
import type { Kysely } from "kysely";
import { forgetDeletionsBefore } from "#database/rows/forget-deletions";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import { forgetDevice, forgetOpsBefore } from "#shelves/sync-state/sync-client";
import { write } from "#database/transaction";
import { ROWS_PER_STEP, untilNone } from "#jobs/job-runner";
import { oldFrom } from "#jobs/sweep-clock";
import { type LockedOwner, storeVersion, writeOne, writeOwner } from "#shelves/mutate/owner-version";

const DAY_MS = 24 * 60 * 60_000;
export const TOMBSTONE_KEPT_MS = 90 * DAY_MS;
/** Longer than twelve months, for which mutators upgrade arguments of older builds. */
export const CLIENT_KEPT_MS = 400 * DAY_MS;
/** Longer than a known device's longest absence plus the 14 days that it stores acknowledged changes. */
export const OP_KEPT_MS = CLIENT_KEPT_MS + 30 * DAY_MS;

/**
 * Less than `ROWS_PER_STEP`: with a tombstone go its fields' writers, and its account's floor and counters
 * change.
 */
const TOMBSTONES_PER_STEP = 50;

type SweepDeps = { db: Database; now: () => Date };

/** Idempotent; once per day is enough. `seenMs`: see sweep-clock.ts. */
export async function* sweepSync(
  { db: { writer, reader }, now }: SweepDeps,
  seenMs: number,
): AsyncGenerator<void> {
  const oldest = (keptMs: number) => oldFrom(keptMs, { now: now(), seenMs });
  const noticesUpTo = isoOf(oldest(NOTICE_RETENTION_MS));
  yield* untilNone(() =>
    write(writer, null, (trx) => forgetDeletionsBefore(trx, oldest(TOMBSTONE_KEPT_MS), TOMBSTONES_PER_STEP)),
  );
  yield* untilNone(async () => {
    const old = await reader
      .selectFrom("notice")
      .select("user_id")
      .where("at", "<=", noticesUpTo)
      .orderBy("at")
      .limit(1)
      .executeTakeFirst();
    return old
      ? writeOwner(writer, old.user_id, (trx, owner) =>
          forgetNotices(trx, owner, { upTo: noticesUpTo, now: now() }),
        )
      : 0;
  });
  yield* untilNone(() =>
    write(writer, null, (trx) => forgetOpsBefore(trx, oldest(OP_KEPT_MS), ROWS_PER_STEP)),
  );
  yield* untilNone(async () => {
    const silent = await reader
      .selectFrom("sync_client")
      .select(["user_id as userId", "client_id as clientId"])
      .where("seen_at", "<=", oldest(CLIENT_KEPT_MS))
      .orderBy("seen_at")
      .limit(1)
      .executeTakeFirst();
    return silent ? write(writer, silent.userId, (trx) => forgetDevice(trx, silent, ROWS_PER_STEP)) : 0;
  });
}

async function forgetNotices(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { upTo, now }: { upTo: string; now: Date },
): Promise<number> {
  const notices = (await owner.rows.rows(["notices"])) as NoticeRow[];
  const old = notices.filter((notice) => notice.at <= upTo);
  for (const before of old)
    await writeOne(trx, owner, { table: "notices", id: before.id, before, after: null }, { now });
  await storeVersion(trx, owner);
  return old.length;
}

const isoOf = (ms: number) => new Date(ms).toISOString();
