/** The owner's counter, held by a transaction: it rises by one with each row written, and is taken first by all who write. */
import type { OwnerTable } from "@shelv/contract/owner-tables";
import { SYNC_NEWS_MAX_ROWS, type SyncNews } from "@shelv/contract/sync";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import { forgetOldestDeletions } from "#database/forget-deletions";
import { writeChange } from "#database/owner-rows";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

export type LockedOwner = {
  userId: string;
  version: number;
  epoch: string;
  /** Where the counter stood when it was taken. */
  since: number;
  /** What was written since, in order. */
  written: RowChange[];
  /** How many rows of a table there are, where this transaction has counted them. */
  rows: Map<OwnerTable, number>;
};

/** Two writers of one account stand in line from the start. */
export async function lockOwner(trx: Kysely<Schema>, userId: string): Promise<LockedOwner> {
  const [counter] = await takeCounter(trx, { userId });
  if (!counter) throw new Error("The owner has no counter");
  const { version, epoch } = counter;
  return { userId, version, epoch, since: version, written: [], rows: new Map() };
}

const takeCounter = statement((db, at: At<{ userId: string }>) =>
  db.updateTable("sync_user").set((eb) => ({ version: eb.ref("version") })).where("user_id", "=", at("userId")).returning(["version", "epoch"]));

/** Stores the counter. Where too much was deleted since it was taken, the oldest deletions are forgotten with it. */
export async function storeVersion(trx: Kysely<Schema>, { userId, version }: LockedOwner): Promise<void> {
  const [stored] = await putCounter(trx, { userId, version });
  await forgetOldestDeletions(trx, userId, { deletedBytes: stored?.deletedBytes ?? 0 });
}

const putCounter = statement((db, at: At<{ userId: string; version: number }>) =>
  db.updateTable("sync_user").set({ version: at("version") }).where("user_id", "=", at("userId")).returning("deleted_bytes as deletedBytes"));

/** `deletion` is the number that rows which go together share. */
export async function writeOne(
  trx: Kysely<Schema>, owner: LockedOwner, change: RowChange, { now, deletion }: { now: Date; deletion?: number },
): Promise<void> {
  owner.version += 1;
  await writeChange(trx, owner.userId, change, owner.version, now, deletion);
  owner.written.push(change);
}

/** What came back from a savepoint was not written. Each row written takes one number. */
export function takeBack(owner: LockedOwner, version: number): void {
  owner.version = version;
  owner.written.length = version - owner.since;
  owner.rows.clear();
}

/** What the transaction wrote, each row once, as it now stands; null where that is too much to tell in passing. */
export function newsOf({ epoch, since, version, written }: LockedOwner): SyncNews | null {
  if (written.length > SYNC_NEWS_MAX_ROWS) return null;
  const last = [...new Map(written.map((change) => [`${change.table}\n${change.id}`, change])).values()];
  return {
    base: { epoch, cursor: since },
    cursor: version,
    rows: last.flatMap(({ table, after }) => (after ? [{ table, row: { ...after } }] : [])),
    gone: last.flatMap(({ table, id, after }) => (after ? [] : [{ table, id }])),
  };
}
