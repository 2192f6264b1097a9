/** The owner's counter, held by a transaction: it rises by one with each row written, and is taken first by all who write. */
import type { OwnerTable } from "@shelv/contract/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import { writeChange } from "#database/owner-rows";
import type { Schema } from "#database/schema";

export type LockedOwner = {
  userId: string;
  version: number;
  epoch: string;
  /** How many rows of a table there are, where this transaction has counted them. */
  rows: Map<OwnerTable, number>;
};

/** Two writers of one account stand in line from the start. */
export async function lockOwner(trx: Kysely<Schema>, userId: string): Promise<LockedOwner> {
  const { version, epoch } = await trx
    .updateTable("sync_user")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("user_id", "=", userId)
    .returning(["version", "epoch"])
    .executeTakeFirstOrThrow();
  return { userId, version, epoch, rows: new Map() };
}

export const storeVersion = (trx: Kysely<Schema>, { userId, version }: LockedOwner) =>
  trx.updateTable("sync_user").set({ version }).where("user_id", "=", userId).execute();

/** `deletion` is the number that rows which go together share. */
export async function writeOne(
  trx: Kysely<Schema>, owner: LockedOwner, change: RowChange, { now, deletion }: { now: Date; deletion?: number },
): Promise<void> {
  owner.version += 1;
  await writeChange(trx, owner.userId, change, owner.version, now, deletion);
}
