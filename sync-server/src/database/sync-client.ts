import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** The highest number of a device's mutations that was dealt with; 0 for a device never heard of. */
export async function lastMidOf(db: Kysely<Schema>, userId: string, clientId: string): Promise<number> {
  const client = await db
    .selectFrom("sync_client")
    .select("last_mid")
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return client?.last_mid ?? 0;
}
