import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * Starts a new life for every account's sync: to be done once after a backup was put back. Devices then fetch everything
 * anew and send again what the backup does not know; without it they would believe numbers that now mean other changes.
 */
export async function rotateEpochs(writer: Kysely<Schema>): Promise<void> {
  // One statement, because it has to be done before the first exchange: SQLite draws anew for each row.
  await writer
    .updateTable("sync_user")
    .set({ epoch: sql`lower(hex(randomblob(16)))` })
    .execute();
}

/** The same for one account. */
export const rotateEpoch = (trx: Kysely<Schema>, userId: string) =>
  trx.updateTable("sync_user").set({ epoch: randomUUID() }).where("user_id", "=", userId).execute();
