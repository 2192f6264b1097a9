/** Every write transaction locks the owner's version first, and each written row raises it by one. */
import { POKE_MAX_ROWS, type PokeBody } from "@shelv/contract/sync";
import { Refusal } from "@shelv/contract/refusal";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import { DELETED_MAX_BYTES, forgetOldestDeletions } from "#database/rows/forget-deletions";
import { writeChanges, type Written } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { forgetOldOps, OPS_MAX } from "#shelves/sync-state/sync-client";
import { type Counter, write } from "#database/transaction";
import { followPictures } from "#database/rows/wanted-pictures";
import { addedText } from "./text-quota.ts";
import { TransactionRows } from "./transaction-rows.ts";

export type LockedOwner = {
  userId: string;
  version: number;
  epoch: string;
  /** Deletions up to this version are forgotten. */
  floor: number;
  /** When the lock was taken. */
  since: number;
  before: Pick<Counter, "deletedBytes" | "opCount" | "textBytes">;
  /** Since then, in bytes. */
  addedText: number;
  /** Since then, in order; each raised the version by one. */
  written: RowChange[];
  rows: TransactionRows;
};

/** A second writer of the account waits until this one has committed. `first`: see `write`. */
export const writeOwner = <T, F = undefined>(
  writer: Kysely<Schema>,
  userId: string,
  act: (trx: Kysely<Schema>, owner: LockedOwner, read: F) => Promise<T>,
  first: (trx: Kysely<Schema>, rows: TransactionRows) => Promise<F> = async () => undefined as F,
): Promise<T> =>
  write(
    writer,
    userId,
    (trx, counter, { rows, read }) => {
      // The account was deleted during the request.
      if (!counter) throw new Refusal("signed-out");
      const { version, epoch, floor, ...before } = counter;
      const owner = { userId, version, epoch, floor, before, since: version, rows };
      return act(trx, { ...owner, addedText: 0, written: [] }, read);
    },
    async (trx: Kysely<Schema>) => {
      const rows = new TransactionRows(trx, userId);
      return { rows, read: await first(trx, rows) };
    },
  );

/**
 * Writes pending rows and the version, and drops the oldest deletions and `opId`s above their limits. Returns
 * whether it dropped deletions, which raises the floor. `newOps`: the `opId`s added in this transaction.
 */
export async function storeVersion(
  trx: Kysely<Schema>,
  { userId, version, written, rows, before }: LockedOwner,
  { newOps = 0 } = {},
): Promise<boolean> {
  await rows.flush();
  await followPictures(trx, userId, written);
  const counter = await putCounter.send(trx, { userId, version });
  const hasDeleted = written.some(({ after }) => after === null);
  // Nothing waits for these writes, so the commit is sent with them.
  if (!hasDeleted && before.deletedBytes <= DELETED_MAX_BYTES && before.opCount + newOps <= OPS_MAX)
    return false;
  const [stored] = await counter.rows;
  const dropped = await forgetOldestDeletions(trx, userId, stored?.deletedBytes ?? 0);
  await forgetOldOps(trx, userId, stored?.opCount ?? 0);
  return dropped > 0;
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

/** More are written at once: they would fill the memory. */
const PENDING_AT_MOST = 200;

/** Each under a version of its own, written with others of the transaction. */
export async function writeAll(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  changes: readonly RowChange[],
  written: Written,
): Promise<void> {
  const first = owner.version + 1;
  const write = { deletion: first, writer: null, isServers: false, ...written };
  if (owner.rows.pending + changes.length > PENDING_AT_MOST) {
    await owner.rows.flush();
    await writeChanges(trx, owner.userId, changes, first, write);
    owner.rows.written(changes);
  } else
    for (const [at, change] of changes.entries())
      await owner.rows.change({ ...change, ...write, version: first + at });
  owner.version += changes.length;
  owner.written.push(...changes);
  owner.addedText += addedText(changes);
}

/**
 * Call after a rollback to a savepoint, before which all was flushed. Each version above it was one change.
 */
export function rollBackTo(owner: LockedOwner, version: number): void {
  owner.rows.forget();
  owner.written.length = version - owner.since;
  owner.addedText = addedText(owner.written);
  owner.version = version;
}

/** Each row once in its new state; null if there are too many for a poke. */
export function pokeBodyOf({ epoch, since, version, written }: LockedOwner): PokeBody | null {
  if (written.length > POKE_MAX_ROWS) return null;
  const last = [...new Map(written.map((change) => [`${change.table}\n${change.id}`, change])).values()];
  return {
    base: { epoch, cursor: since },
    cursor: version,
    rows: last.flatMap(({ table, after }) => (after ? [{ table, row: { ...after } }] : [])),
    gone: last.flatMap(({ table, id, after }) => (after ? [] : [{ table, id }])),
  };
}
