import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#database/schema";

/**
 * For every account, once after a restore: devices pull all rows and send what the backup lacks; else they
 * would trust numbers that now mean other changes. Housekeeping then looks for missing pictures.
 */
export async function rotateEpochs(writer: Kysely<Schema>): Promise<void> {
  // It must finish before the first sync; SQLite generates a value for each row.
  await writer
    .updateTable("sync_user")
    .set({ epoch: sql`lower(hex(randomblob(16)))` })
    .execute();
  await writer.deleteFrom("job").where("name", "=", PICTURES_JOB).execute();
}

/** Compares pictures with their files. */
export const PICTURES_JOB = "pictures";

export const rotateEpoch = (trx: Kysely<Schema>, userId: string) =>
  trx.updateTable("sync_user").set({ epoch: randomUUID() }).where("user_id", "=", userId).execute();
