/**
 * What sync remembers of the past has an end: deletions, notices, names of changes, and devices that were not heard of for
 * longer than any change of theirs would still be understood. A device that missed a deletion that is forgotten here starts
 * over (`gc_floor`); one that is forgotten itself sends again what it holds, and is told that most of it was here before.
 */
import { NOTICE_KEPT_MS, type NoticeRow } from "@shelv/contract/notice";
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import { fetchRead } from "#database/owner-rows";
import type { Schema } from "#database/schema";
import { lockOwner, storeVersion, writeOne } from "#mutate/owner-version";

const DAY_MS = 24 * 60 * 60_000;
export const TOMBSTONE_KEPT_MS = 90 * DAY_MS;
/** Older arguments are understood for twelve months: who comes back later is sent to update first. */
export const CLIENT_KEPT_MS = 400 * DAY_MS;
/** Longer than a device that is still known may hold changes that were acknowledged (14 days) before it fell silent. */
export const OP_KEPT_MS = CLIENT_KEPT_MS + 30 * DAY_MS;

type SweepHost = { db: Database; now: () => Date };

/** Once a day is enough; twice does no harm. */
export async function sweepSync({ db, now }: SweepHost): Promise<void> {
  const at = now().getTime();
  for (const userId of await ownersOfOld(db, at)) {
    await db.writer.transaction().execute(async (trx) => {
      await forgetDeletions(trx, userId, at);
      await forgetNotices(trx, userId, now());
    });
  }
  await db.writer.deleteFrom("sync_op").where("applied_at", "<=", at - OP_KEPT_MS).execute();
  await forgetClients(db.writer, at);
}

async function ownersOfOld({ reader }: Database, at: number): Promise<Set<string>> {
  const deleted = await reader.selectFrom("sync_tombstone").select("user_id").distinct().where("deleted_at", "<=", at - TOMBSTONE_KEPT_MS).execute();
  const noticed = await reader.selectFrom("notice").select("user_id").distinct().where("at", "<=", isoOf(at - NOTICE_KEPT_MS)).execute();
  return new Set([...deleted, ...noticed].map(({ user_id }) => user_id));
}

/** A device whose cursor lies below the newest of these has not heard of all of them. */
async function forgetDeletions(trx: Kysely<Schema>, userId: string, at: number): Promise<void> {
  const gone = await trx
    .deleteFrom("sync_tombstone")
    .where("user_id", "=", userId)
    .where("deleted_at", "<=", at - TOMBSTONE_KEPT_MS)
    .returning(["table_name", "id", "version"])
    .execute();
  const newest = Math.max(0, ...gone.map(({ version }) => version));
  await trx.updateTable("sync_user").set({ gc_floor: newest }).where("user_id", "=", userId).where("gc_floor", "<", newest).execute();
  for (const { table_name, id } of gone) {
    await trx.deleteFrom("sync_writer").where("user_id", "=", userId).where("table_name", "=", table_name).where("id", "=", id).execute();
  }
}

async function forgetNotices(trx: Kysely<Schema>, userId: string, now: Date): Promise<void> {
  const owner = await lockOwner(trx, userId);
  const notices = (await fetchRead(trx, userId, ["notices"])) as NoticeRow[];
  for (const before of notices.filter((notice) => notice.at <= isoOf(now.getTime() - NOTICE_KEPT_MS))) {
    await writeOne(trx, owner, { table: "notices", id: before.id, before, after: null }, { now });
  }
  await storeVersion(trx, owner);
}

async function forgetClients(writer: Kysely<Schema>, at: number): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom("sync_client").where("seen_at", "<=", at - CLIENT_KEPT_MS).returning(["user_id", "client_id"]).execute();
    for (const { user_id, client_id } of gone) {
      await trx.deleteFrom("sync_result").where("user_id", "=", user_id).where("client_id", "=", client_id).execute();
    }
  });
}

const isoOf = (ms: number) => new Date(ms).toISOString();
