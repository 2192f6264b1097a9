/** Every write transaction locks it first; each written row raises it by one. */
import { SYNC_NEWS_MAX_ROWS, type SyncNews } from "@shelv/contract/sync";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import { forgetOldestDeletions } from "#database/rows/forget-deletions";
import { writeChange, writeChanges, type Written } from "#database/rows/owner-rows";
import { RowCounts } from "#database/rows/fetch-reads";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { forgetOldOps } from "#database/sync/sync-client";
import { followPictures } from "#database/rows/wanted-pictures";

export type LockedOwner = {
  userId: string;
  version: number;
  epoch: string;
  /** When the lock was taken. */
  since: number;
  /** Since then, in order. */
  written: RowChange[];
  counts: RowCounts;
};

/** A write's first statement: a second writer of the account waits here. */
export async function lockOwner(trx: Kysely<Schema>, userId: string): Promise<LockedOwner> {
  const [counter] = await takeCounter(trx, { userId });
  if (!counter) throw new Error("The owner has no counter");
  const { version, epoch } = counter;
  return { userId, version, epoch, since: version, written: [], counts: new RowCounts() };
}

const takeCounter = statement((db, at: At<{ userId: string }>) =>
  db
    .updateTable("sync_user")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("user_id", "=", at("userId"))
    .returning(["version", "epoch"]),
);

/** And drops the oldest deletions and `opId`s above their limits. */
export async function storeVersion(
  trx: Kysely<Schema>,
  { userId, version, written }: LockedOwner,
): Promise<void> {
  await followPictures(trx, userId, written);
  const [stored] = await putCounter(trx, { userId, version });
  await forgetOldestDeletions(trx, userId, { deletedBytes: stored?.deletedBytes ?? 0 });
  await forgetOldOps(trx, userId, { opCount: stored?.opCount ?? 0 });
}

const putCounter = statement((db, at: At<{ userId: string; version: number }>) =>
  db
    .updateTable("sync_user")
    .set({ version: at("version") })
    .where("user_id", "=", at("userId"))
    .returning(["deleted_bytes as deletedBytes", "op_count as opCount"]),
);

export const writeOne = (trx: Kysely<Schema>, owner: LockedOwner, change: RowChange, written: Written) =>
  writeAll(trx, owner, [change], written);

/** Written one by one; more in batches. */
const A_FEW = 8;

/** Each under a version of its own. */
export async function writeAll(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  changes: readonly RowChange[],
  written: Written,
): Promise<void> {
  const first = owner.version + 1;
  const write = { deletion: first, ...written };
  if (changes.length > A_FEW) await writeChanges(trx, owner.userId, changes, first, write);
  else
    for (const [at, change] of changes.entries())
      await writeChange(trx, owner.userId, change, first + at, write);
  owner.version += changes.length;
  for (const change of changes) {
    owner.written.push(change);
    owner.counts.follow(change);
  }
}

/** After a rollback to a savepoint: one change for each version above. */
export function rollBackTo(owner: LockedOwner, version: number): void {
  if (owner.version === version) return;
  owner.version = version;
  owner.written.length = version - owner.since;
  owner.counts.forget();
}

/** Each once, in the new state; null if too many for a poke. */
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
