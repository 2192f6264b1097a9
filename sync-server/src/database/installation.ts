/** Whose pictures these are, and since when a file without a row may belong to a row that is not here. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Random, and the same in every copy of the database. */
export async function installationOf(writer: Kysely<Schema>): Promise<string> {
  const read = () => writer.selectFrom("installation").select("name").executeTakeFirst();
  const known = await read();
  if (known) return known.name;
  // If two servers start at once, the first one chooses.
  await writer
    .insertInto("installation")
    .values({ id: 1, name: randomUUID(), restored_at: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return (await read())?.name ?? "";
}

export async function noteRestored(writer: Kysely<Schema>, now: Date): Promise<void> {
  const restored_at = now.getTime();
  await writer
    .insertInto("installation")
    .values({ id: 1, name: randomUUID(), restored_at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ restored_at }))
    .execute();
}

/** `upTo`: in ms. */
export async function isRestoredAfter(reader: Kysely<Schema>, upTo: number): Promise<boolean> {
  const stored = await reader.selectFrom("installation").select("restored_at").executeTakeFirst();
  return stored?.restored_at != null && stored.restored_at > upTo;
}
