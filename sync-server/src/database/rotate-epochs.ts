import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * Starts a new epoch for every account: to be done once after a backup was put back. Devices then pull all rows again and send
 * what the backup does not know; without it they would trust numbers that now mean other changes. Housekeeping looks for pictures that the
 * backup did not bring, as soon as it runs.
 */
export async function rotateEpochs(writer: Kysely<Schema>): Promise<void> {
  // One statement, because it has to be done before the first exchange: SQLite draws anew for each row.
  await writer
    .updateTable("sync_user")
    .set({ epoch: sql`lower(hex(randomblob(16)))` })
    .execute();
  await writer.deleteFrom("job").where("name", "=", PICTURES_JOB).execute();
}

/** The housekeeping job that compares pictures with their files. */
export const PICTURES_JOB = "pictures";

/** A new epoch for one account. */
export const rotateEpoch = (trx: Kysely<Schema>, userId: string) =>
  trx.updateTable("sync_user").set({ epoch: randomUUID() }).where("user_id", "=", userId).execute();
