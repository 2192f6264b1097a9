import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#database/schema";

/**
 * Starts a new epoch for every account, once after a restore. Devices then pull all rows and send what the
 * backup lacks; otherwise they would trust numbers that now mean other changes. Housekeeping then looks for
 * pictures that the backup lacks.
 */
export async function rotateEpochs(writer: Kysely<Schema>): Promise<void> {
  // One statement, since it must finish before the first sync; SQLite generates a value for each row.
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
