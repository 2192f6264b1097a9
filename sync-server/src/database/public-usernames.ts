import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** As typed, in key order from a key on: public pages with a shelf. */
export const publicUsernames = (
  reader: Kysely<Schema>,
  { from, limit }: { from: string; limit: number },
): Promise<{ username: string; key: string }[]> =>
  shownToAll(reader)
    .select(["user.username", "user.username_key as key"])
    .where("user.username_key", ">=", from)
    .orderBy("user.username_key")
    .limit(limit)
    .$narrowType<{ username: string; key: string }>()
    .execute();

/** Default settings are public. */
const shownToAll = (reader: Kysely<Schema>) =>
  reader
    .selectFrom("user")
    .leftJoin("single as settings", (join) =>
      join.onRef("settings.user_id", "=", "user.id").on("settings.id", "=", "settings"),
    )
    .where("user.username", "is not", null)
    .where("user.suspended_for", "is", null)
    .where((eb) =>
      eb.exists(eb.selectFrom("shelf").select("shelf.id").whereRef("shelf.user_id", "=", "user.id")),
    )
    .where(sql<number>`coalesce(json_extract(settings.body, '$.publicProfile'), 1)`, "=", 1);
