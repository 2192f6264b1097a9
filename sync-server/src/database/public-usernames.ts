import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Usernames, as typed, whose pages are shown to everybody and have a shelf, in the order of their keys. */
export const publicUsernames = (reader: Kysely<Schema>, { offset, limit }: { offset: number; limit: number }): Promise<string[]> =>
  shownToAll(reader)
    .select("user.username")
    .orderBy("user.username_key")
    .offset(offset)
    .limit(limit)
    .execute()
    .then((users) => users.flatMap(({ username }) => username ?? []));

export async function countPublicUsernames(reader: Kysely<Schema>): Promise<number> {
  const { count } = await shownToAll(reader).select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count;
}

/** Settings that nobody has touched are public. */
const shownToAll = (reader: Kysely<Schema>) =>
  reader
    .selectFrom("user")
    .leftJoin("single as settings", (join) => join.onRef("settings.user_id", "=", "user.id").on("settings.id", "=", "settings"))
    .where("user.username", "is not", null)
    .where("user.suspended_for", "is", null)
    .where((eb) => eb.exists(eb.selectFrom("shelf").select("shelf.id").whereRef("shelf.user_id", "=", "user.id")))
    .where(sql<number>`coalesce(json_extract(settings.body, '$.publicProfile'), 1)`, "=", 1);
