/** An account's epoch has two parts (`EPOCH`): its own, and the server's since the last restore. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { noteRestored } from "#database/installation";
import type { Schema } from "#database/schema";

/**
 * Once after a restore: devices pull all rows and send what the backup lacks; else they would trust numbers
 * that now mean other changes. Housekeeping then looks for missing pictures, and removes none for a while
 * (sweep-pictures.ts).
 */
export async function rotateEpochs(writer: Kysely<Schema>, now = new Date()): Promise<void> {
  await noteRestored(writer, now);
  const epoch = randomBytes(8).toString("hex");
  await writer
    .insertInto("server_epoch")
    .values({ id: 1, epoch })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ epoch }))
    .execute();
  await writer.deleteFrom("job").where("name", "=", PICTURES_JOB).execute();
}

/** Compares pictures with their files. */
export const PICTURES_JOB = "pictures";

export const rotateEpoch = (trx: Kysely<Schema>, userId: string) =>
  trx.updateTable("sync_user").set({ epoch: randomUUID() }).where("user_id", "=", userId).execute();
