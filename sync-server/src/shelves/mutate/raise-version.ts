import type { PokeBody } from "@shelv/contract/sync";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import type { WriteDeps } from "./apply-mutations.ts";
import { pokeBodyOf, storeVersion, writeOwner } from "./owner-version.ts";

export type RaiseDeps = Pick<WriteDeps, "db" | "onCommit">;

/**
 * For a write that changes what rows show, but no row. If `write` returns true, the version rises in the same
 * transaction: listening devices pull, and caches are invalid. Returns the old and new version, or null.
 */
export async function raiseVersion(
  { db, onCommit }: RaiseDeps,
  userId: string,
  write: (trx: Kysely<Schema>) => Promise<boolean>,
): Promise<PokeBody | null> {
  const body = await writeOwner(db.writer, userId, async (trx, owner) => {
    if (!(await write(trx))) return null;
    owner.version += 1;
    await storeVersion(trx, owner);
    return pokeBodyOf(owner);
  });
  if (body) onCommit(userId, [], body);
  return body;
}
