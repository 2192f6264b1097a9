/**
 * Writes what an import brings, in slices, each a transaction of its own: all other writers wait for one slice at most. The first
 * slice leaves a mark with the import's shelves, the last one takes it away; where the import does not come to its end, the shelves
 * in the mark are deleted again, at once or when the server next starts.
 *
 *   empty? + mark + slice → slice → … → what the account has one of, mark gone
 */
import type { Kysely } from "kysely";
import { Refusal } from "@shelv/contract/refusal";
import type { Schema } from "#database/schema";
import { applyAtOnce, type Change } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Services } from "#services";

type WriteImportHost = Pick<Services, "db" | "host">;
export type ImportContent = { shelfIds: readonly string[]; content: AsyncIterable<Change>; singles: readonly Change[] };

/** A few milliseconds. */
const SLICE = 50;

export async function writeImport({ db, host }: WriteImportHost, userId: string, { shelfIds, content, singles }: ImportContent): Promise<void> {
  // Devices and caches hear of the whole, once it is there.
  const quiet = { ...host, hasPlanLimits: false, afterApply: async () => {}, onCommit: () => {} };
  let hasBegun = false;
  const begin = async (trx: Kysely<Schema>) => {
    if (hasBegun) return;
    await mustBeEmpty(trx, userId);
    await trx.insertInto("unfinished_import").values({ user_id: userId, shelf_ids: JSON.stringify(shelfIds) }).execute();
  };
  try {
    for await (const slice of slicesOf(content)) {
      await applyAtOnce(quiet, userId, slice, begin);
      hasBegun = true;
    }
    await applyAtOnce(quiet, userId, singles, async (trx) => {
      await begin(trx);
      await forget(trx, userId);
    });
  } catch (error) {
    if (hasBegun) await undoImport({ db, host }, userId);
    throw error;
  }
  host.onCommit(userId, singles.map(({ name, args }) => ({ name, args, clientId: null, mid: null, opId: null })), null);
}

/** What a crash left half written. To be called while nothing is imported. */
export async function undoUnfinishedImports(host: WriteImportHost): Promise<void> {
  for (const { user_id } of await host.db.reader.selectFrom("unfinished_import").select("user_id").execute()) await undoImport(host, user_id);
}

async function undoImport({ db, host }: WriteImportHost, userId: string): Promise<void> {
  const unfinished = await db.reader.selectFrom("unfinished_import").select("shelf_ids").where("user_id", "=", userId).executeTakeFirst();
  if (!unfinished) return;
  const shelfIds = JSON.parse(unfinished.shelf_ids) as string[];
  for (const id of shelfIds) {
    await applyAtOnce(host, userId, [mutation("shelf.delete", { id })], async (trx) => {
      if (id === shelfIds.at(-1)) await forget(trx, userId);
    });
  }
}

const forget = (trx: Kysely<Schema>, userId: string) => trx.deleteFrom("unfinished_import").where("user_id", "=", userId).execute();

/** Refuses an account that has shelves: nothing of it could be told from what comes in. */
export async function mustBeEmpty(db: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["shelf", "item"] as const) {
    const some = await db.selectFrom(table).select("id").where("user_id", "=", userId).limit(1).executeTakeFirst();
    if (some) throw new Refusal("account-not-empty");
  }
}

async function* slicesOf(changes: AsyncIterable<Change>): AsyncGenerator<Change[]> {
  let slice: Change[] = [];
  for await (const change of changes) {
    slice.push(change);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
