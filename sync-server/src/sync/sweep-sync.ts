/**
 * Tombstones, notices, `opId`s, and devices silent for longer than the server accepts their changes. A device
 * that missed a deleted tombstone starts over (`gc_floor`). A deleted device sends its changes again, and
 * `opId`s show which are applied.
 */
import { NOTICE_RETENTION_MS, type NoticeRow } from "@shelv/contract/notice";
import type { Kysely } from "kysely";
import { deleteOldest } from "#database/delete-oldest";
import { forgetDeletionsBefore } from "#database/rows/forget-deletions";
import type { Database } from "#database/open-database";
import { fetchRead } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { forgetDevice } from "#database/sync/sync-client";
import { ROWS_A_STEP, untilNone } from "#housekeeping/job-runner";
import { oldFrom } from "#housekeeping/sweep-clock";
import { lockOwner, storeVersion, writeOne } from "#mutate/owner-version";

const DAY_MS = 24 * 60 * 60_000;
export const TOMBSTONE_KEPT_MS = 90 * DAY_MS;
/** Old arguments are accepted for twelve months; then a device must update first. */
export const CLIENT_KEPT_MS = 400 * DAY_MS;
/** Longer than a known device stores acknowledged changes (14 days) before its silence. */
export const OP_KEPT_MS = CLIENT_KEPT_MS + 30 * DAY_MS;

type SweepDeps = { db: Database; now: () => Date };

/** `seenMs`: sweep-clock.ts. Idempotent; once a day is enough. */
export async function* sweepSync(
  { db: { writer, reader }, now }: SweepDeps,
  seenMs: number,
): AsyncGenerator<void> {
  const oldest = (keptMs: number) => oldFrom(keptMs, { now: now(), seenMs });
  const noticesUpTo = isoOf(oldest(NOTICE_RETENTION_MS));
  yield* untilNone(() =>
    writer.transaction().execute((trx) => forgetDeletionsBefore(trx, oldest(TOMBSTONE_KEPT_MS), ROWS_A_STEP)),
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
      ? writer
          .transaction()
          .execute((trx) => forgetNotices(trx, old.user_id, { upTo: noticesUpTo, now: now() }))
      : 0;
  });
  yield* untilNone(() =>
    deleteOldest(writer, {
      table: "sync_op",
      column: "applied_at",
      upTo: oldest(OP_KEPT_MS),
      limit: ROWS_A_STEP,
    }),
  );
  yield* untilNone(async () => {
    const silent = await reader
      .selectFrom("sync_client")
      .select(["user_id as userId", "client_id as clientId"])
      .where("seen_at", "<=", oldest(CLIENT_KEPT_MS))
      .orderBy("seen_at")
      .limit(1)
      .executeTakeFirst();
    return silent ? writer.transaction().execute((trx) => forgetDevice(trx, silent, ROWS_A_STEP)) : 0;
  });
}

/** Returns their number. */
async function forgetNotices(
  trx: Kysely<Schema>,
  userId: string,
  { upTo, now }: { upTo: string; now: Date },
): Promise<number> {
  const owner = await lockOwner(trx, userId);
  const notices = (await fetchRead(trx, userId, ["notices"])) as NoticeRow[];
  const old = notices.filter((notice) => notice.at <= upTo);
  for (const before of old)
    await writeOne(trx, owner, { table: "notices", id: before.id, before, after: null }, { now });
  await storeVersion(trx, owner);
  return old.length;
}

const isoOf = (ms: number) => new Date(ms).toISOString();
